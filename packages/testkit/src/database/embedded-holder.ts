import { startEmbedded } from '@jarvis/database';
import { silentLog } from '../silent-log.ts';

/** A separate process for tests: starts or takes over the cluster in the given folder, stops it on SIGTERM. */
const [, , dataDir = ''] = process.argv;
const embedded = await startEmbedded({ dataDir, log: silentLog });
process.on('SIGTERM', async () => {
  await embedded.stop();
  process.exit(0);
});
setInterval(() => {}, 60_000);
process.stdout.write(`${JSON.stringify({ url: embedded.url })}\n`);
