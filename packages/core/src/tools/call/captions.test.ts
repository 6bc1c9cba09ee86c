import { limits } from '@jarvis/contract';
import { expect, test } from 'vitest';
import type { ToolName } from '../../language/tool-words.ts';
import { caption, stepLabel } from './run-log.ts';

const done = (tool: ToolName, failed = false) => ({ tool, failed });

test('a caption states the actions, in the language of the reply', () => {
  expect(caption([done('add_task'), done('add_task'), done('complete_task')], 'en')).toBe(
    'Added 2 tasks, completed a task',
  );
  expect(caption([done('add_task')], 'de')).toBe('Aufgabe angelegt');
  expect(caption([done('web_search'), done('save_memory')], 'it')).toBe(
    'Cercato sul web, memorizzato qualcosa',
  );
  expect(caption([done('add_task'), done('delete_task'), done('delete_task')], 'it')).toBe(
    'Aggiunta un’attività, eliminate 2 attività',
  );
  expect(caption([done('web_search', true)], 'en')).toBe('Web search failed');
});

test('a caption has at most 80 characters, whichever tools ran', () => {
  const tools = [
    'list_tasks',
    'add_task',
    'rename_task',
    'complete_task',
    'reopen_task',
    'delete_task',
    'web_search',
  ];
  for (const language of ['en', 'de', 'it'] as const) {
    const text = caption(
      tools.map((tool) => done(tool as ToolName)),
      language,
    );
    expect([...text].length).toBeLessThanOrEqual(limits.captionCharsMax);
  }
});

test('a label quotes its subject and cuts a long one', () => {
  expect(stepLabel('add_task', 'Milk', 'en')).toBe('New task: “Milk”');
  expect(stepLabel('list_tasks', '', 'de')).toBe('Aufgabenliste');
  expect([...stepLabel('add_task', 'x '.repeat(200), 'en')].length).toBeLessThan(80);
});
