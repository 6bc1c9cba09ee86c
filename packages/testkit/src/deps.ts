import { rates } from '@jarvis/contract';
import { type Deps, TurnService } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { MockLanguageModelV4 } from 'ai/test';
import { MovableClock } from './clock.ts';
import { Mailbox } from './mailbox.ts';
import { silentLog } from './silent-log.ts';

export interface TestDeps extends Deps {
  readonly clock: MovableClock;
  readonly mailer: Mailbox;
  readonly turns: TurnService;
}

/** Everything that core asks of the outside: the database given, and fakes for the rest. */
export function testDeps(db: Database, overrides: Partial<TestDeps> = {}): TestDeps {
  const clock = overrides.clock ?? new MovableClock();
  return {
    db,
    clock,
    log: silentLog,
    model: { name: 'test', builtin: false, languageModel: new MockLanguageModelV4() },
    search: null,
    mailer: new Mailbox(),
    identityProvider: async () => undefined,
    policy: { hasNoRules: true, denial: () => undefined },
    changes: { publish: () => {}, watch: async function* () {} },
    turns: new TurnService({ db, clock }),
    settings: {
      publicUrl: 'http://localhost:3000',
      chatTimeoutMs: 60_000,
      modelContextTokens: 32_000,
      identityProviders: [],
      rates,
    },
    ...overrides,
  };
}
