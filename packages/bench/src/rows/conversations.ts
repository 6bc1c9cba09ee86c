import { median } from '../figures.ts';
import { addConversation, addPerson } from '../people.ts';
import { heading, line } from '../report.ts';
import type { Server } from '../servers/server.ts';
import type { World } from '../world.ts';

/** Reading and deleting long conversations. */
export async function longConversations(world: World, jarvis: Server, quick: boolean): Promise<void> {
  heading('Long conversations');
  const db = world.open('jarvis');
  const person = await addPerson(db);
  const times = quick ? 5 : 15;
  const results: number[] = [];
  for (const stored of [1_000, 10_000]) {
    const id = await addConversation(db, person.userId, stored);
    const took: number[] = [];
    for (let i = 0; i < times; i += 1) {
      const startedAt = performance.now();
      const response = await fetch(`${jarvis.url}/api/conversations/${id}`, { headers: person.byKey });
      await response.arrayBuffer();
      took.push(performance.now() - startedAt);
    }
    const startedAt = performance.now();
    const gone = await fetch(`${jarvis.url}/api/conversations/${id}`, {
      method: 'DELETE',
      headers: person.byKey,
    });
    if (gone.status !== 200) throw new Error(`delete answered ${gone.status}`);
    const deleted = performance.now() - startedAt;
    results.push(median(took));
    line(
      `${stored.toLocaleString('en')} messages`,
      `read in ${median(took).toFixed(0)} ms (median), deleted in ${deleted.toFixed(0)} ms, process at ${jarvis.memoryMb().toFixed(0)} MB`,
    );
  }
  line(
    'reading ten times as much',
    `${((results[1] ?? 0) / (results[0] ?? 1)).toFixed(1)} × as long`,
    'about 10 ×',
  );
  await db.close();
}
