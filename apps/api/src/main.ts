import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { BadSettings } from './bad-settings.ts';
import { banner } from './banner.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, describeCause } from './log.ts';
import { type Service, start } from './start.ts';

/** sysexits.h: the configuration is wrong. */
const badSettingsExitCode = 78;

const config = readSettings();
const log = createLog(config.logLevel);

let service: Service | undefined;
let ending = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());

try {
  service = await start(config, log);
  if (!ending) process.stdout.write(banner(config, service));
} catch (error) {
  if (error instanceof BadSettings) refuseSettings(error);
  process.stderr.write(`Jarvis could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  log.error(describeCause(error), 'start failed');
  process.exit(1);
}
if (ending) await finish(service);

/** On a signal: what runs may end, then everything is closed. A signal during the start waits for it. */
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  if (service) await finish(service);
}

async function finish(running: Service): Promise<void> {
  await running.close();
  process.exit(0);
}

function readSettings(): Config {
  const file = fileURLToPath(new URL('../../../.env', import.meta.url));
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  try {
    return readConfig({ ...fromFile, ...process.env });
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    refuseSettings(error);
  }
}

function refuseSettings({ problems }: BadSettings): never {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(badSettingsExitCode);
}
