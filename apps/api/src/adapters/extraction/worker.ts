import { parentPort, workerData } from 'node:worker_threads';
import { readText } from './formats/read.ts';

const { mediaType, bytes } = workerData as { mediaType: string; bytes: Uint8Array };
const problem = await readText(mediaType, bytes, (told) => parentPort?.postMessage(told));
parentPort?.postMessage({ problem });
