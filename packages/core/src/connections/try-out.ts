import { ConnectionFailed, type Mailer, type Model, type Search } from '../ports/connections.ts';

const modelTimeoutMs = 30_000;
const searchTimeoutMs = 8_000;
const replyCharsMax = 200;
const titlesMax = 3;

/** One short message, streamed like every turn. Throws the error of the model's adapter, or ConnectionFailed. */
export async function testModel({ languageModel }: Model): Promise<{ reply: string; tookMs: number }> {
  const startedAt = performance.now();
  const { streamText } = await import('ai');
  // Ends the request of a model that writes more than is read, which would be paid for.
  const enough = new AbortController();
  const abortSignal = AbortSignal.any([enough.signal, AbortSignal.timeout(modelTimeoutMs)]);
  let failure: unknown;
  let reply = '';
  const result = streamText({
    model: languageModel,
    prompt: 'Say hello in one short sentence.',
    maxRetries: 0,
    abortSignal,
    onError: ({ error }) => {
      failure = error;
    },
  });
  for await (const part of result.stream) {
    if (part.type === 'text-delta') reply += part.text;
    if (part.type === 'abort') throw new ConnectionFailed('tooSlow');
    if (reply.length > replyCharsMax) break;
  }
  enough.abort();
  if (failure !== undefined) throw failure;
  if (reply.trim() === '') throw new ConnectionFailed('notUnderstood', 'empty');
  return { reply: reply.trim().slice(0, replyCharsMax), tookMs: Math.round(performance.now() - startedAt) };
}

/** Searches for something that every service finds; returns the titles of the results. */
export async function testSearch(search: Search): Promise<{ titles: string[] }> {
  const signal = AbortSignal.timeout(searchTimeoutMs);
  const results = await search.search('weather', { signal, language: 'en' });
  if (results.length === 0) throw new ConnectionFailed('notUnderstood', 'empty');
  return { titles: results.slice(0, titlesMax).map(({ title }) => title) };
}

/** Mails a fixed text to the operator. Throws the mailer's error. */
export async function testMailer(mailer: Mailer, to: string): Promise<{ to: string }> {
  const text = 'This is a test: Jarvis can send mail.';
  await mailer.send({ to, subject: 'Jarvis: test', text, html: `<p>${text}</p>` });
  return { to };
}
