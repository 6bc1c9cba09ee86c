import { type ExecFileException, execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DocumentReader, type Pieces, ReaderEnded, type ReadText } from '@jarvis/core';
import { Turns } from './turns.ts';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));
/** Its code, which alone it may read; it may not write, run programs or load add-ons. */
const readable = [
  './',
  '../../../package.json',
  '../../../../../package.json',
  '../../../../../node_modules/',
];
const permissions = [
  '--permission',
  '--allow-worker',
  ...readable.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, import.meta.url))}`),
];
const answerBytesMax = 32 * 1024 * 1024;

/** The code of an answer of more bytes. */
const tooMuch = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
const run = promisify(execFile);
type Ended = Partial<ExecFileException> & { readonly stdout: string };

const unread: ReadText = { problem: 'too large', pages: null, pieces: [] };

/** For documents in requests: a process reads one of them at a time. */
const turns = new Turns();

interface Limits {
  /** What is not read by then, in at least a quarter of that in processor time, is too large. */
  readonly deadlineMs: number;
  /** A process that has not ended by then got too little of the processor, so another try may succeed. */
  readonly killAfterMs: number;
}

/** Reads documents, each in a process without environment and files, with a deadline and a memory limit. */
export const documentReader = documentReaderWithin({
  deadlineMs: 18_000,
  // Less than the time for which a document is claimed.
  killAfterMs: 50_000,
});

/** A reader with other limits, for tests. */
export function documentReaderWithin(limits: Limits): DocumentReader {
  return {
    turn: (userId, signal) => turns.take(userId, signal),
    read: (mediaType, bytes, signal) => readApart(limits, mediaType, bytes, signal),
  };
}

async function readApart(
  { deadlineMs, killAfterMs }: Limits,
  mediaType: string,
  bytes: Pieces,
  signal?: AbortSignal,
): Promise<ReadText> {
  const running = run(process.execPath, [...permissions, child, String(deadlineMs)], {
    env: {},
    timeout: killAfterMs,
    maxBuffer: answerBytesMax,
    killSignal: 'SIGKILL',
    signal,
  });
  const { stdin, pid } = running.child;
  giveWay(pid);
  // Otherwise the part that has arrived would be read as the whole document.
  let lost: { readonly error: unknown } | undefined;
  const lose = (error: unknown) => {
    lost = { error };
    running.child.kill('SIGKILL');
  };
  // A process that ends before it has read everything closes the pipe.
  if (stdin) pipeline(Readable.from(message(mediaType, bytes, lose)), stdin, () => {});
  const ended: Ended = await running.catch((error: Ended) => error);
  if (lost) throw lost.error;
  const isStopped = ended.name === 'AbortError' || ended.code === tooMuch;
  const text = told(ended.stdout) ?? (isStopped ? unread : undefined);
  if (text) return text;
  // Killed by its time limit.
  if (ended.killed) throw new Error('the reader of a document got too little processor time');
  throw new ReaderEnded(`the reader of a document ended with ${ended.signal ?? ended.code}`);
}

async function* message(
  mediaType: string,
  bytes: Pieces,
  lost: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${mediaType}\n`);
  try {
    yield* bytes;
  } catch (error) {
    lost(error);
    throw error;
  }
}

/** A third of the weight of an equal process. At 10 it starves for half a minute beside a dozen busy ones. */
const niceness = 5;

/** Lower priority than interactive work; if memory is short, the system ends this process first. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has already ended.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}

function told(answer: string): ReadText | undefined {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
