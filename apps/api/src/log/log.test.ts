import { DomainError } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { createLog, logFailure } from './log.ts';

/** The one line that a failure logs. */
function lineOf(
  cause: Error,
  request: Parameters<typeof logFailure>[2] = { requestId: 'r-1', socket: { destroyed: false } },
): Record<string, unknown> {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const error = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause });
  logFailure(log, error, request);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

const [info, warn, error] = [30, 40, 50];

test('a defect is an error, with its stack', () => {
  expect(lineOf(new TypeError('x is not a function'))).toMatchObject({
    level: error,
    requestId: 'r-1',
    message: 'x is not a function',
    stack: expect.stringContaining('log.test.ts'),
  });
});

test.each([
  ['request', { requestId: 'r-1', socket: { destroyed: true } }],
  ['context', { requestId: 'r-1', signal: AbortSignal.abort() }],
])('a disconnected caller is not an error, by the %s', (_of, request) => {
  const line = lineOf(new DOMException('This operation was aborted', 'AbortError'), request);
  expect(line).toMatchObject({ level: info, message: 'This operation was aborted' });
  expect(line).not.toHaveProperty('stack');
});

test.each(['unavailable', 'timedOut'] as const)('a full queue logs one short line each: %s', (kind) => {
  const line = lineOf(new DomainError(kind, 'Try again.', { cause: new Error('the pool is full') }));
  expect(line).toMatchObject({ level: warn, message: 'Try again.', cause: { message: 'the pool is full' } });
  expect(JSON.stringify(line)).not.toContain('log.test.ts');
});
