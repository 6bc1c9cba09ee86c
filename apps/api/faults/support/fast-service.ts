import { clockOf, deliverDueResetMails, sweep } from '@jarvis/core';
import { connect } from '@jarvis/database';
import { silentLog, testDeps } from '@jarvis/testkit';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/log/log.ts';
import { start } from '../../src/process/start.ts';

/**
 * The service with a clock that runs `speed` times as fast and can be moved forward, and with housekeeping at that
 * pace. Started by the soak test as a separate process, which it controls by messages.
 */
const speed = Number(process.argv[2]);
const startedAt = Date.now();
let ahead = 0;
const clock = clockOf(() => Math.floor(startedAt + ahead + (Date.now() - startedAt) * speed));

const config = readConfig(process.env);
const service = await start(config, createLog('fatal'), { clock });
const db = connect({ url: config.databaseUrl ?? '', poolSize: 1, applicationName: 'soak', log: silentLog });
const deps = testDeps(db, { clock: clock as never });
const house = setInterval(
  () => void Promise.all([sweep(deps), deliverDueResetMails(deps)]).catch(() => {}),
  600_000 / speed,
);

process.on('message', async ({ ask, seconds }: { ask: 'measure' | 'advance' | 'end'; seconds?: number }) => {
  if (ask === 'advance') {
    ahead += (seconds ?? 0) * 1_000;
    await sweep(deps);
  }
  if (ask === 'measure') for (let n = 0; n < 3; n += 1) globalThis.gc?.();
  if (ask === 'end') {
    clearInterval(house);
    await db.close();
    await service.close();
    process.exit(0);
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({
    heapMb: (heapUsed + external) / 1_048_576,
    handles: process.getActiveResourcesInfo().length,
    now: clock.now(),
  });
});
process.send?.({ port: service.port });
