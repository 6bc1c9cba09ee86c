import { type Rate, type RateName, rates } from '@jarvis/contract';
import { ChangeFeed, connect, type Deps, migrate } from '@jarvis/core';
import { createApp } from '../../../../apps/api/src/app.ts';
import { listen } from '../../../../apps/api/src/listen.ts';
import { createLog } from '../../../../apps/api/src/log.ts';

/** The service as it is, save that its rates are raised, as those of the others are. */
const log = createLog('info');
const raised = Object.fromEntries(
  Object.entries(rates).map(([name, rate]) => [name, { ...rate, limit: 1_000_000_000 }]),
) as Record<RateName, Rate>;
const db = connect({ url: process.env.DATABASE_URL ?? '', poolSize: 10, applicationName: 'jarvis', log });
await migrate(db);
const clock = { now: () => Date.now() };
const deps = {
  db,
  clock,
  log,
  model: { name: 'x', builtin: false, languageModel: {} as never },
  search: null,
  mailer: { name: 'outbox', verify: async () => {}, send: async () => {} },
  policy: { denial: () => undefined },
  changes: new ChangeFeed({ db, clock, log } as never),
  settings: {
    publicUrl: 'http://localhost:3000',
    chatTimeoutMs: 60_000,
    modelContextTokens: 32_000,
    identityProviders: [],
    rates: raised,
  },
} as unknown as Deps;
const app = createApp(deps, {
  publicUrl: 'http://localhost:3000',
  trustProxy: false,
  webFolder: '/nonexistent',
});
const { port } = await listen(app, '127.0.0.1', 0);
process.send?.({ port: String(port) });
process.on('SIGTERM', () => process.exit(0));
