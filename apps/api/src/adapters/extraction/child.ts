import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { TextReason } from '@jarvis/contract';
import type { Piece } from './formats/collector.ts';

/**
 * The process that reads one untrusted document. A worker parses; this thread watches the memory of the process,
 * because a worker's limits do not cover buffers. Reports the text as it is read.
 */
const rssBytesMax = 512 * 1024 * 1024;
const heapMbMax = 256;
const watchEveryMs = 5;
const deadlineMs = Number(process.argv[2]);
/** Before it has had a quarter of a processor's time, the machine is busy rather than the document large. */
const processorMsMin = deadlineMs / 4;

const pieces: Piece[] = [];
let pages: number | null = null;
let isOver = false;

function tell(problem: TextReason | null): void {
  if (isOver) return;
  isOver = true;
  process.stdout.write(JSON.stringify({ problem, pages, pieces }), () => process.exit());
}

const all = await buffer(process.stdin);
const end = all.indexOf(10);
const mediaType = all.toString('utf8', 0, end);
const bytes = new Uint8Array(all.subarray(end + 1));

const worker = new Worker(new URL('./worker.ts', import.meta.url), {
  workerData: { mediaType, bytes },
  transferList: [bytes.buffer],
  resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  stdout: true,
  stderr: true,
});
worker.on('message', (told: { piece?: Piece; pages?: number; problem?: TextReason | null }) => {
  if (told.piece) pieces.push(told.piece);
  if (told.pages !== undefined) pages = told.pages;
  if (told.problem !== undefined) tell(told.problem);
});
worker.on('error', (error: Error & { code?: string }) =>
  tell(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too large' : 'damaged'),
);
worker.on('exit', () => tell('damaged'));
setInterval(() => {
  if (process.memoryUsage.rss() > rssBytesMax || isLate()) tell('too large');
}, watchEveryMs);

function isLate(): boolean {
  if (performance.now() < deadlineMs) return false;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 >= processorMsMin;
}
