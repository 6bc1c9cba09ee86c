import { modelForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { askForStream } from './support/reply-stream.ts';
import { serviceForFile } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });

/** A reply that a model sends at once, in small pieces. */
const pieces = 20_000;
const sent = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const burst = {
  raw: sent({ delta: { content: 'word ' } }).repeat(pieces) + sent({ delta: {}, finish_reason: 'stop' }),
};

it.each(['application/json', 'text/event-stream'])(
  'a model that writes faster than its pieces are processed delays no other request: %s',
  async (accept) => {
    const [ada, bob] = [await service.signedUp(), await service.signedUp()];
    const ask = () => askForStream(ada, { message: 'Write' }, { accept }).then((answer) => answer.text());
    /** The reply, and the share of its time that the slowest other request took. */
    const writeOnce = async () => {
      model.script(burst);
      const begun = performance.now();
      let tookMs: number | undefined;
      const reply = ask().finally(() => {
        tookMs = performance.now() - begun;
      });
      let slowestMs = 0;
      for (let i = 0; tookMs === undefined; i++) {
        const asked = performance.now();
        await bob.get(i % 2 ? '/api/tasks' : '/api/health');
        slowestMs = Math.max(slowestMs, performance.now() - asked);
      }
      return { text: await reply, share: slowestMs / tookMs };
    };
    model.script({ say: 'Hello.' });
    // The first reply loads its modules.
    await ask();
    const writings = [await writeOnce()];
    // A busy machine holds up one request by chance, but not one in each of three replies.
    while (writings.length < 3 && writings.every(({ share }) => share >= 0.3))
      writings.push(await writeOnce());
    expect(Math.min(...writings.map(({ share }) => share))).toBeLessThan(0.3);

    for (const { text } of writings) {
      const deltas = [...text.matchAll(/"delta":"(.*?)"/g)].map(([, delta]) => delta);
      expect(deltas.length).toBeLessThan(pieces / 10);
      const written = deltas.length > 0 ? deltas.join('') : JSON.parse(text).reply;
      expect(written.trim()).toBe('word '.repeat(pieces).trim());
    }
  },
);
