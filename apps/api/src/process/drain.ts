import type { Server, ServerResponse } from 'node:http';
import type { Admission } from '../admission/admission.ts';
import { isStream } from '../admission/lane.ts';
import { isForV1 } from '../http/answer/openai-error.ts';

/** Time for requests in flight after the server closes; the rest of the 10 s is for the other steps. */
const drainMs = 8_000;
/** Reply streams that have not ended by then are closed. */
const replyStreamsMs = 6_000;
/** An idle connection may still bring a request, which is answered with `close`: until this long without one. */
const quietMs = 500;
/** At most this long after the signal. */
const lastCallMs = 4_000;

/** Accepts no new connection, ends streams, gives requests in flight `drainMs`, then closes every connection. */
export async function drain(server: Server, admission: Admission): Promise<void> {
  const closed = stopAccepting(server);
  for (const res of admission.open()) {
    if (isStream(res) && !isReply(res)) endStream(res);
    else if (!res.headersSent) res.setHeader('Connection', 'close');
  }
  const lastStreams = setTimeout(() => {
    for (const res of admission.open()) if (isStream(res)) endStream(res);
  }, replyStreamsMs);
  // Closing a kept-alive connection at once would lose a request in transit. A busy client sends one within this time
  // and is told to close; an idle connection is closed after it.
  const startedAt = performance.now();
  let requestAt = startedAt;
  server.on('request', () => {
    requestAt = performance.now();
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    if (now - requestAt >= quietMs || now - startedAt >= lastCallMs) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(lastStreams);
  clearInterval(sweep);
  clearTimeout(timer);
  admission.close();
}

/** Node's own close ends idle connections at once; that comes later. */
function stopAccepting(server: Server): Promise<void> {
  const { closeIdleConnections } = server;
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections = closeIdleConnections;
  return closed;
}

/** The stream of a reply, which ends with the reply; replies get a moment to finish. */
const isReply = ({ req: { calledRoute = '' } }: ServerResponse): boolean =>
  ['/mcp', '/trpc/chat.', '/v1/', '/api/jarvis/'].some((replies) => calledRoute.startsWith(replies));

/** Tells a subscription when to reconnect, then ends it: the web app connects again, to any process. */
function endStream(res: ServerResponse): void {
  // Clients of OpenAI's API would take a regular end for the end of the reply.
  if (isForV1(res.req)) return void res.destroy();
  res.on('error', () => {});
  if (String(res.getHeader('content-type')).startsWith('text/event-stream')) res.write('retry: 500\n\n');
  res.end(() => res.destroy());
}
