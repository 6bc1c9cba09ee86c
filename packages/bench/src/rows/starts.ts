import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServiceProcess } from '@jarvis/testkit';
import { heading, line } from '../report.ts';
import { memoryMbOf } from '../servers/server.ts';

/** Start times with a new and an existing folder, and the memory of the process. */
export async function starts(quick: boolean): Promise<void> {
  heading('Start');
  const folder = mkdtempSync(join(tmpdir(), 'jarvis-bench-start-'));
  chmodSync(folder, 0o755);
  try {
    const fresh = await startServiceProcess({ DATA_DIR: folder });
    // Idle once all work of the start has ended.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const megabytes = memoryMbOf(fresh.pid);
    await fresh.stop();
    line('on a fresh folder', `${(fresh.readyMs / 1_000).toFixed(2)} s`, 'under 3 s');
    const again: number[] = [];
    for (let i = 0; i < (quick ? 1 : 3); i += 1) {
      const service = await startServiceProcess({ DATA_DIR: folder });
      again.push(service.readyMs / 1_000);
      await service.stop();
    }
    line(
      'on an existing one',
      `${Math.min(...again).toFixed(2)} s, the best of ${again.length}`,
      'under 1.5 s',
    );
    line('memory of the idle process', `${megabytes.toFixed(0)} MB`, 'under 120 MB');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
