import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heading, line } from '../report.ts';
import { startService } from '../servers/service.ts';

/** From nothing, and from a folder that is there, to ready; and what the process then takes. */
export async function starts(): Promise<void> {
  heading('Start');
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-bench-start-'));
  chmodSync(folder, 0o755);
  try {
    const fresh = await startOnce(folder);
    line('on a fresh folder', `${fresh.seconds.toFixed(2)} s`, 'under 3 s');
    const again: number[] = [];
    for (let i = 0; i < 3; i += 1) again.push((await startOnce(folder)).seconds);
    line('on an existing one', `${Math.min(...again).toFixed(2)} s, the best of 3`, 'under 1.5 s');
    line('memory of the idle process', `${fresh.megabytes.toFixed(0)} MB`, 'under 120 MB');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<{ seconds: number; megabytes: number }> {
  const service = await startService({ DATA_DIR: dataDir });
  // Idle is when nothing of the start goes on any more.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const megabytes = service.memoryMb();
  await service.stop();
  return { seconds: service.seconds, megabytes };
}
