import { ScriptedModel } from '@jarvis/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from './support/stage.ts';
import { within } from './support/within.ts';

let model: ScriptedModel;
let stage: Stage;
beforeEach(async () => {
  model = await ScriptedModel.start();
  stage = new Stage(model);
});
afterEach(() => model.close());

/** The model's reply to a message, to its end; the signal disconnects earlier. */
async function reply(content: string, signal: AbortSignal | null = null): Promise<string> {
  const answer = await fetch(`${model.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content }] }),
    signal,
  });
  return within('the end of the reply', answer.text());
}

test('an open gate lets later replies through until it is shut', async () => {
  stage.open('early');
  expect(await reply('!wait early')).toContain('the second half');
  expect(await reply('!wait early')).toContain('the second half');
  stage.shut('early');
  const waiting = reply('!wait early');
  stage.open('early');
  expect(await waiting).toContain('the second half');
});

test('a gate whose reply was stopped can be opened for the next one', async () => {
  const stop = new AbortController();
  const stopped = reply('!wait stopped', stop.signal);
  await expect.poll(() => model.waiting).toBe(1);
  stop.abort();
  await expect(stopped).rejects.toThrow();
  await expect.poll(() => model.waiting).toBe(0);
  stage.open('stopped');
  expect(await reply('!wait stopped')).toContain('the second half');
});
