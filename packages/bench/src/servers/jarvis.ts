import { type Rate, type RateName, rates } from '@jarvis/contract';
import { ChangeFeed, type Deps, migrationsFolder, systemClock, TurnService } from '@jarvis/core';
import { connect, migrate } from '@jarvis/database';
import { createApp } from '../../../../apps/api/src/app.ts';
import { createLog } from '../../../../apps/api/src/observability/log.ts';
import { listen } from '../../../../apps/api/src/process/listen.ts';
import { giveBackMemory } from '../../../../apps/api/src/process/trim-heap.ts';
import { stubModel } from './stub-model.ts';

/** The service as it is, with a model that answers at once and with rates raised as those of the others are. */
const publicUrl = 'http://localhost:3000';
const log = createLog('info');
const db = connect({ url: process.env.DATABASE_URL ?? '', poolSize: 10, applicationName: 'jarvis', log });
await migrate(db, migrationsFolder);
const deps: Deps = {
  db,
  clock: systemClock,
  log,
  model: { name: 'stub', builtin: false, languageModel: stubModel },
  search: null,
  mailer: { name: 'outbox', verify: async () => {}, send: async () => {} },
  policy: { denial: () => undefined },
  changes: new ChangeFeed({ db, clock: systemClock, log }),
  turns: new TurnService({ db, clock: systemClock }),
  settings: {
    publicUrl,
    chatTimeoutMs: 60_000,
    modelContextTokens: 32_000,
    identityProviders: [],
    rates: Object.fromEntries(
      Object.entries(rates).map(([name, rate]) => [name, { ...rate, limit: 1_000_000_000 }]),
    ) as Record<RateName, Rate>,
  },
};
const app = createApp(deps, { publicUrl, trustProxy: false, webFolder: '/nonexistent' });
const { port } = await listen(app, '127.0.0.1', 0);
giveBackMemory();
process.send?.({ port: String(port) });
process.on('message', () => process.send?.({ statements: db.stats().statements }));
process.on('SIGTERM', () => process.exit(0));
