import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DocumentReader, ReadText } from '@jarvis/core';
import { Turns } from './turns.ts';

const child = fileURLToPath(new URL('./child.ts', import.meta.url));
/** The folders of its code: the only readable ones; it may not write, run programs or load add-ons. */
const folders = [dirname(child), fileURLToPath(new URL('../../../../../node_modules', import.meta.url))];
const packages = ['../../../package.json', '../../../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const killAfterMs = 20_000;
const answerBytesMax = 32 * 1024 * 1024;

const unread: ReadText = { problem: 'too large', pages: null, pieces: [] };

/** For documents in requests: a process reads one of them at a time. */
const turns = new Turns();

/** Reads documents, each in a process without environment and files, with a deadline and a memory limit. */
export const documentReader: DocumentReader = {
  turn: (userId, signal) => turns.take(userId, signal),
  read: readApart,
};

function readApart(
  mediaType: string,
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<ReadText> {
  return new Promise((resolve, reject) => {
    const reads = [...folders.map((folder) => `${folder}/`), ...packages];
    const started = spawn(
      process.execPath,
      ['--permission', '--allow-worker', ...reads.map((path) => `--allow-fs-read=${path}`), child],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    giveWay(started.pid);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      started.kill('SIGKILL');
    };
    const timer = setTimeout(stop, killAfterMs);
    const answer: Buffer[] = [];
    let length = 0;
    started.stdout.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length > answerBytesMax) stop();
      else answer.push(piece);
    });
    signal?.addEventListener('abort', stop);
    started.on('error', reject);
    started.once('close', (code, by) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      const text = told(answer) ?? (isStopped ? unread : undefined);
      if (text) resolve(text);
      else reject(new Error(`the reader of a document ended with ${by ?? code}`));
    });
    // Otherwise the part that has arrived would be read as the whole document.
    const lost = (error: unknown) => {
      reject(error);
      stop();
    };
    // A process that ends before it has read everything closes the pipe.
    pipeline(Readable.from(message(mediaType, bytes, lost)), started.stdin, () => {});
  });
}

async function* message(
  mediaType: string,
  bytes: AsyncIterable<Uint8Array>,
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

/** Lower priority than interactive work; if memory is short, the system ends this process first. */
function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {});
}

function told(answer: readonly Buffer[]): ReadText | undefined {
  try {
    return JSON.parse(Buffer.concat(answer).toString('utf8'));
  } catch {
    return undefined;
  }
}
