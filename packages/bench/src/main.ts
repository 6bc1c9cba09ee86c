import { parseArgs } from 'node:util';
import { machine } from './report.ts';
import { chatTurns } from './rows/chat.ts';
import { logins } from './rows/logins.ts';
import { sideBySide } from './rows/side-by-side.ts';
import { starts } from './rows/starts.ts';
import { webApp } from './rows/web-app.ts';
import { launchJarvis } from './servers/jarvis.ts';
import { startWorld } from './world.ts';

/** `npm run bench`, in a minute with `-- --quick`; `-- --only chat,logins` for a part of it. */
const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const quick = values.quick === true;
const wanted = (row: string) => values.only === undefined || values.only.split(',').includes(row);

const world = await startWorld();
try {
  machine(world.version);
  if (wanted('start')) await starts(quick);
  const jarvis = await launchJarvis(world.url, world.model.url);
  world.keepLimitsLifted();
  if (wanted('side')) await sideBySide(world, jarvis, quick);
  if (wanted('chat')) await chatTurns(world, jarvis, quick);
  if (wanted('logins')) await logins(world, jarvis, quick);
  await jarvis.stop();
} finally {
  await world.close();
}
// Alone: a browser would take the processor from the other measurements. Too slow for the short form.
if (wanted('web') && !(quick && values.only === undefined)) await webApp();
