import { expect, it } from 'vitest';
import { builtin } from '../src/adapters/model/model.ts';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile({ overrides: { model: builtin } });
const ada = await service.signedUp();
const program = await service.withKey(ada);

/** One turn with the built-in model; in a conversation if one is given. */
async function say(message: string, conversationId?: string) {
  service.deps.clock.advance(2);
  const answer = await program.post('/api/jarvis/chat', { message, conversationId });
  expect(answer.status).toBe(200);
  return answer.body;
}

const titles = async () =>
  (await program.get('/api/tasks')).body.tasks.map((task: { title: string; status: string }) => [
    task.title,
    task.status,
  ]);

it('keeps a task list in English', async () => {
  expect((await say('add the tax return to my list')).reply).toBe('Added **The tax return** to your tasks.');
  const both = await say('put milk on my list and finish the tax one');
  expect(both.reply).toBe('Added **Milk** to your tasks.\n\nDone: **The tax return** is finished.');
  expect(both.toolRun).toMatchObject({ state: 'completed', caption: 'Added a task, completed a task' });
  expect(await titles()).toEqual([
    ['Milk', 'open'],
    ['The tax return', 'done'],
  ]);
  const listed = await say('show my tasks');
  expect(listed.reply).toBe('You have 1 open task:\n\n- [ ] Milk\n\n1 task is done:\n\n- [x] The tax return');
  expect((await say('show my done tasks')).reply).toBe('1 task is done:\n\n- [x] The tax return');
  expect((await say('rename milk to oat milk')).reply).toBe('The task is now called **oat milk**.');
  expect((await say('reopen the tax task')).reply).toBe('**The tax return** is open again.');
  expect((await say('finish the roof')).reply).toBe('I found no task that matches “roof”.');
  await say('delete the oat milk');
  expect(await titles()).toEqual([['The tax return', 'open']]);
  expect((await say('delete all timers')).reply).toBe('I found no task that matches “all timers”.');
  await say('complete all tasks');
  await say('add eggs');
  expect(await titles()).toEqual([
    ['Eggs', 'open'],
    ['The tax return', 'done'],
  ]);
  await say('clear the done ones');
  expect(await titles()).toEqual([['Eggs', 'open']]);
  await say('complete all tasks');
  await say('delete all done tasks');
  expect(await titles()).toEqual([]);
});

it('understands German and Italian', async () => {
  expect((await say('Setze Milch auf meine Liste')).reply).toBe('Auf die Liste gesetzt: **Milch**.');
  const listed = await say('Was steht auf meiner Liste?');
  expect(listed.reply).toContain('- [ ] Milch');
  expect(listed.toolRun.caption).toBe('Aufgaben angesehen');
  expect((await say('Completa Milch, per favore')).reply).toBe('Fatto: **Milch** è completata.');
  expect((await say('Was ist 3,5 mal 2?')).reply).toBe('3,5 × 2 = **7**');
  expect((await say('Quanto fa 7 diviso 2?')).reply).toBe('7 ÷ 2 = **3,5**');
  expect((await say('Wie spät ist es?')).reply).toMatch(/^Es ist \d{2}:\d{2} Uhr/);
  expect((await say('Grazie mille!')).reply).toBe('Prego!');
});

const emptyList = async () => {
  for (const { id } of (await program.get('/api/tasks')).body.tasks) await program.delete(`/api/tasks/${id}`);
};

const rome = (days: number) =>
  new Date(service.deps.clock.now() + days * 86_400_000).toLocaleDateString('sv', {
    timeZone: 'Europe/Rome',
  });

it('stores times, and repeats them in the zone of the account', async () => {
  await emptyList();
  expect((await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' })).status).toBe(200);
  const added = await say('remind me to call Grace tomorrow at 9');
  expect(added.reply).toMatch(
    /^Added \*\*Call Grace\*\* to your tasks\. Due: \w{3} \d+ \w+, 09:00 \(Europe\/Rome\), in \d+ h\. I will remind you\.$/,
  );
  const dueTasks = async () =>
    (await program.get('/api/tasks?include=due')).body.tasks.map((task: Record<string, unknown>) => [
      task.title,
      task.due,
      task.repeat,
    ]);
  expect(await dueTasks()).toEqual([['Call Grace', { date: rome(1), time: '09:00', timeZone: null }, null]]);
  const { reminders } = (await program.get('/api/reminders')).body;
  expect(reminders).toMatchObject([{ title: 'Call Grace', date: rome(1), time: '09:00', state: 'waiting' }]);
  expect((await say('what is due today?')).reply).toBe('Nothing is due.');
  expect((await say('Erinnere mich heute daran, die Blumen zu gießen')).reply).toMatch(
    /Fällig: .+ \(Europe\/Rome\), heute\. Ich erinnere dich daran\.$/,
  );
  expect((await say('Was ist heute fällig?')).reply).toMatch(/- \[ \] Die Blumen gießen: .+, heute$/);
  expect((await say('Sposta Grace a domani alle 18')).reply).toMatch(/18:00 \(Europe\/Rome\), tra \d+ h\.$/);
  const snoozed = async () =>
    (await program.get('/api/reminders')).body.reminders
      .filter(({ snoozedUntil }: { snoozedUntil: string | null }) => snoozedUntil !== null)
      .map(({ title }: { title: string }) => title);
  expect((await say('Schlummere Grace für 10 Minuten')).reply).toMatch(/in (?:9|10) Min\.$/);
  expect(await snoozed()).toEqual(['Call Grace']);
  expect((await say("Posponi Grace di un'ora")).reply).toMatch(/tra (?:59 min|1 h)\.$/);
  expect((await say('add swim to my list every Monday at 7 New York time')).reply).toMatch(
    /07:00 \(America\/New\\_York\), .+, every week on Mon\.$/,
  );
  expect(
    (await dueTasks()).map(([title, due, repeat]: [string, Record<string, string>, string]) => [
      title,
      due.time,
      due.timeZone,
      repeat,
    ]),
  ).toEqual([
    ['Swim', '07:00', 'America/New_York', 'FREQ=WEEKLY;BYDAY=MO'],
    ['Die Blumen gießen', null, null, null],
    ['Call Grace', '18:00', null, null],
  ]);
  expect((await say('remind me yesterday at 5 to call Joe')).reply).toMatch(/ago: that has passed\.$/);
  expect(await dueTasks()).toHaveLength(3);
  await emptyList();
});

it('asks which task is meant, and remembers the one named last', async () => {
  await say('add call the plumber');
  await say('add call the dentist');
  expect((await say('finish call')).reply).toMatch(
    /^Several tasks match “call”: \*\*Call the (?:dentist|plumber)\*\*, /,
  );
  const { conversationId } = await say('add milk');
  expect((await say('and eggs', conversationId)).reply).toMatch(/^No language model/);
  await say('add buy stamps', conversationId);
  expect((await say('delete it', conversationId)).reply).toBe('Deleted **Buy stamps**.');
});

it('answers a question for the time of something with the person’s own words', async () => {
  await emptyList();
  const { conversationId } = await say('lunch with Sara on 24 December 2050 at noon');
  expect((await say('When is my lunch with Sara?', conversationId)).reply).toBe(
    'You told me: “lunch with Sara on 24 December 2050 at noon”',
  );
  expect((await say('When is the wedding of Peter?', conversationId)).reply).toMatch(/^No language model/);
  await emptyList();
});

it('moves a task that is named, or that the last reply named, and keeps what the words do not name', async () => {
  const dueOf = async () => {
    const { due, remind } = (await program.get('/api/tasks?include=due')).body.tasks[0];
    return [due.date, due.time, remind];
  };
  await emptyList();
  const { conversationId } = await say('remind me on 24 December 2050 at 9 to call the dentist');
  expect((await say('no, at 10', conversationId)).reply).toMatch(/^No language model/);
  expect(await dueOf()).toEqual(['2050-12-24', '09:00', 0]);
  expect((await say('move it to 10 am', conversationId)).reply).toMatch(
    /^\*\*Call the dentist\*\* has a new date\./,
  );
  expect(await dueOf()).toEqual(['2050-12-24', '10:00', 0]);
  await say('move the dentist to 28 December 2050');
  expect(await dueOf()).toEqual(['2050-12-28', '10:00', 0]);
  await say('move the dentist an hour later');
  expect(await dueOf()).toEqual(['2050-12-28', '11:00', 0]);
  expect((await say('cancel the plumber', conversationId)).reply).toMatch(/^I found no task/);
  await say('postpone it by a week', conversationId);
  expect(await dueOf()).toEqual(['2051-01-04', '11:00', 0]);
  await say('move it to 31 December 2050', conversationId);
  expect(await dueOf()).toEqual(['2050-12-31', '11:00', 0]);
  // A time of day that has passed today is not kept, unless the task repeats.
  await say('move the dentist to 00:00');
  expect(await dueOf()).toEqual(['2050-12-31', '00:00', 0]);
  await say('move the dentist to every day');
  expect(await dueOf()).toEqual([rome(1), '00:00', 0]);
  await emptyList();
});

it('reminds earlier, undoes what the last reply did, and takes none of a list by its place', async () => {
  const tasks = async () =>
    (await program.get('/api/tasks?include=due')).body.tasks.map(
      ({ title, status, remind }: Record<string, unknown>) => [title, status, remind],
    );
  await emptyList();
  const { conversationId } = await say('remind me on 24 December 2050 at 9 to call the dentist');
  expect((await say('remind me an hour before', conversationId)).reply).toBe(
    '**Call the dentist**: I will remind you.',
  );
  expect(await tasks()).toEqual([['Call the dentist', 'open', 60]]);
  await say('add milk to my list', conversationId);
  await say('what is on my list?', conversationId);
  expect((await say('finish the second one', conversationId)).reply).toMatch(/^I do not know things by/);
  await say('finish milk', conversationId);
  expect((await say('undo', conversationId)).reply).toBe('**Milk** is open again.');
  expect(await tasks()).toEqual([
    ['Milk', 'open', false],
    ['Call the dentist', 'open', 60],
  ]);
  await say('delete milk', conversationId);
  expect((await say('undo', conversationId)).reply).toBe('Added **Milk** to your tasks.');
  await say('delete the dentist', conversationId);
  expect((await say('undo', conversationId)).reply).toMatch(/^I can only undo/);
  await emptyList();
});

it('lists the tasks of a day', async () => {
  await emptyList();
  await say('remind me on 24 December 2050 at 9 New York time to call the dentist');
  await say('add swim to my list every Tuesday and Thursday at 7');
  await say('tax return on 31 December 2050');
  expect((await say('what is on 24 December 2050?')).reply).toMatch(
    /^You have 1 open task:\n\n- \[ \] Call the/,
  );
  expect((await say('do I have anything next Thursday?')).reply).toMatch(
    /^You have 1 open task:\n\n- \[ \] Swim/,
  );
  await emptyList();
});

it('finds open tasks beyond any number of done ones, and says what it leaves out', async () => {
  const bob = await service.signedUp();
  const make = async (title: string, status: string) => {
    service.deps.clock.advance(2.1);
    const { task } = (await bob.post('/api/tasks', { title })).body;
    if (status !== 'open') expect((await bob.patch(`/api/tasks/${task.id}`, { status })).status).toBe(200);
  };
  const ask = async (message: string) => {
    service.deps.clock.advance(2);
    return (await bob.post('/api/jarvis/chat', { message })).body.reply;
  };
  await make('Old and open', 'open');
  for (let i = 1; i <= 101; i += 1) await make(`Done ${i}`, 'done');
  const listed = await ask("What's on my list?");
  expect(listed).toMatch(
    /^You have 1 open task:\n\n- \[ \] Old and open\n\n101 tasks are done:\n\n- \[x\] Done 101/,
  );
  expect(listed).toMatch(/- \[x\] Done 3\n- …$/);
  expect(await ask('complete all tasks')).toBe('Done: **Old and open** is finished.');
  const deleted = await ask('delete all done tasks');
  expect(deleted.match(/^Deleted/gm)).toHaveLength(50);
  expect(deleted).toMatch(/52 more are left\. Say it again to continue\.$/);
  expect((await bob.get('/api/tasks')).body.tasks).toHaveLength(52);
});

it('remembers, tells, uses and forgets', async () => {
  const saved = await say('Remember that my dog is called Rex.');
  expect(saved.reply).toBe('I will remember that: *My dog is called Rex*');
  const { memories } = (await ada.get('/api/memories')).body;
  expect(memories).toMatchObject([{ type: 'user', content: 'My dog is called Rex', fromConversation: true }]);
  expect((await say('What is my dog called?')).reply).toBe('You told me: “My dog is called Rex”');
  expect((await say('What do you remember about me?')).reply).toContain('- My dog is called Rex');
  expect((await say('Remember that my password is hunter2')).reply).toBe(
    'I do not store passwords, keys or card numbers.',
  );
  expect((await say('forget my dog')).reply).toBe('I have forgotten that: *My dog is called Rex*');
  expect((await ada.get('/api/memories')).body.memories).toEqual([]);
});

it('uses earlier messages of the conversation', async () => {
  const { conversationId } = await say('The spare key is under the blue flowerpot');
  expect((await say('Where is the spare key?', conversationId)).reply).toBe(
    'You told me: “The spare key is under the blue flowerpot”',
  );
});

it('greets by name, and suggests a name that it is told', async () => {
  await ada.patch('/api/auth/profile', { displayName: 'Ada' });
  expect((await say('Hello!')).reply).toBe('Hello, Ada! What can I do for you?');
  expect((await say('Please call me Countess')).nameSuggestion).toEqual({ name: 'Countess' });
});

it('names the earlier conversation that it recalled a statement from, and none for a sum worked out twice', async () => {
  const told = await say('The ladder leans behind the barn');
  await say('What is 17 * 23?');
  expect(await drawnFrom(await say('What is 17 * 23?'))).toBeUndefined();
  expect(await drawnFrom(await say('Where does the ladder lean?'))).toMatchObject([
    { conversationId: told.conversationId },
  ]);
});

async function drawnFrom({ conversationId: id }: { conversationId: string }) {
  const page = await ada.get(`/trpc/conversations.page?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  return page.body.result.data.messages.at(-1).extras?.drawnFrom;
}

it('knows the time elsewhere and the date, and sets timers', async () => {
  expect((await say('what time is it in Tokyo?')).reply).toMatch(/^It is \d{2}:\d{2} \(Asia\/Tokyo\)\.$/);
  expect((await say('what is the date today?')).reply).toMatch(/^Today is \w+,? \d+ \w+ \d{4}\.$/);
  expect((await say('how many days until Christmas?')).reply).toMatch(/^No language model/);
  await emptyList();
  // A due time has no seconds: asked in the second half of a minute, it is 4 minutes away.
  service.deps.clock.advance(60 - (Math.floor(service.deps.clock.now() / 1_000) % 60));
  const set = await say('set a timer for 5 minutes');
  expect(set.reply).toMatch(/^Added \*\*Timer\*\* to your tasks\. Due: .+, in 5 min\. I will remind you\.$/);
  expect((await say('dentist on Friday at 3')).reply).toMatch(
    /^Added \*\*Dentist\*\* to your tasks\. Due: Fri .+, 15:00 /,
  );
  const before = await titles();
  expect((await say('clear my list')).reply).toMatch(/^I have not changed anything yet\./);
  expect(await titles()).toEqual(before);
  expect((await say('Vielen Dank!')).reply).toBe('Gern geschehen!');
  await emptyList();
});

it('says that no language model is connected, in the language of the message', async () => {
  const english = await say('Write a poem about the sea');
  expect(english.reply).toMatch(/^No language model is connected.*MODEL/);
  expect(english).not.toHaveProperty('toolRun');
  expect((await say('Schreib mir bitte ein Gedicht über das Meer')).reply).toMatch(
    /^Es ist kein Sprachmodell/,
  );
  expect((await say('Perché il cielo è blu?')).reply).toMatch(/^Non è collegato nessun modello/);
});

it('cannot write in a stateless call, and says so', async () => {
  const before = await titles();
  const answer = await program.post('/api/jarvis/chat', { message: 'add milk to my list', messages: [] });
  expect(answer.body.reply).toBe(
    'I cannot change tasks here: nothing is stored in this kind of call, or the program offers its own tools.',
  );
  expect(await titles()).toEqual(before);
});

it('a turn takes at most five round trips to the database, credential and rate limit included', async () => {
  const { conversationId } = await say('The spare key is under the red flowerpot');
  const taken: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const before = service.deps.db.stats().statements;
    await say('Where is the spare key?', conversationId);
    taken.push(service.deps.db.stats().statements - before);
  }
  // Two of them are concurrent: reading the history, and looking up the words. The least of three, because the change
  // feed writes what happened before on its own.
  expect(Math.min(...taken)).toBeLessThanOrEqual(6);
});
