import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { takeTurn } from '../assistant/turn.ts';
import { createTask, updateTask } from '../tasks/tasks.ts';

const db = await databaseForFile();
const model = await modelForFile();
const ada = await personIn(db);

it('shows 100 tasks, open ones first, and counts all of them', async () => {
  const deps = testDeps(db, { model: model.model });
  await db.run(
    `insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, due_date, due_at)
    select $1, ('01900000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'Task ' || i, 'open', 'user', now(), now(),
      '2020-01-31', '2020-02-01' from generate_series(1, 110) as i`,
    [ada.id],
  );
  for (const title of ['Honey', 'Milk']) {
    const { id } = await createTask(deps, ada.id, { title, createdBy: 'user' });
    await updateTask(deps, ada.id, { id, status: 'done' });
  }
  const inputs = [{}, { status: 'open' }, { status: 'done' }, { due: 'overdue' }];
  model.script({ call: inputs.map((input) => ({ tool: 'list_tasks', input })) }, { say: 'There.' });
  await takeTurn(deps, ada, { message: 'Show my tasks' });
  const [all, open, done, overdue] = (model.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
    role === 'tool' ? [JSON.parse(String(content))] : [],
  );
  const titles = (listed: { tasks: { title: string }[] }) => listed.tasks.map(({ title }) => title);
  expect(all).toMatchObject({ count: 112, open: 110 });
  expect([titles(all).length, titles(all)[0], titles(all).at(-1)]).toEqual([100, 'Task 110', 'Task 11']);
  expect(open).toEqual({ ...all, count: 110 });
  expect(done).toMatchObject({ count: 2, open: 0 });
  expect(titles(done)).toEqual(['Milk', 'Honey']);
  expect(overdue).toMatchObject({ count: 110, open: 110 });
  expect(titles(overdue)).toHaveLength(100);
});
