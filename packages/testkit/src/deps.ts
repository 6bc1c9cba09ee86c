import {
  AccountShares,
  Argon2Passwords,
  ConnectionFailed,
  type Connectors,
  type Deps,
  defaultSettings,
  type Model,
  type Search,
  TurnService,
} from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { MockLanguageModelV4 } from 'ai/test';
import { MovableClock } from './fakes/clock.ts';
import { Mailbox } from './fakes/mailbox.ts';
import { silentLog } from './silent-log.ts';

export interface TestDeps extends Deps {
  readonly clock: MovableClock;
  readonly mailer: Mailbox;
  readonly turns: TurnService;
}

/** The collaborators that a test replaces, and connections as if the environment had set them. */
export interface TestOptions extends Partial<TestDeps> {
  readonly model?: Model;
  readonly search?: Search | null;
}

/** Argon2's minimum: only the tests that measure it need its real cost. */
const passwords = new Argon2Passwords({ memory: 8, passes: 1, parallelism: 1, tagLength: 32 });

/** Core's collaborators: the given database, and fakes for the rest. */
export function testDeps(
  db: Database,
  { model = testModel(), search = null, ...overrides }: TestOptions = {},
): TestDeps {
  const mailer = overrides.mailer ?? new Mailbox();
  const clock = overrides.clock ?? new MovableClock();
  return {
    db,
    clock,
    log: silentLog,
    mailer,
    connectors: fixedConnectors({ model, search, mail: mailer }),
    identityProvider: async () => undefined,
    passwords,
    policy: { hasNoRules: true, denial: () => undefined },
    changes: { publish: () => {}, watch: async function* () {} },
    turns: new TurnService({ db, clock }),
    shares: new AccountShares(),
    reader: {
      read: async () => ({ problem: 'unsupported', pages: null, pieces: [] }),
      turn: async () => () => {},
    },
    outside: {
      problemOf: () => undefined,
      isListed: () => true,
      post: () => Promise.reject(new Error('offline')),
    },
    push: {
      newKeys: async () => ({ publicKey: 'public', privateKey: 'private' }),
      callOf: async ({ endpoint, payload }) => ({ url: endpoint, headers: {}, body: payload }),
    },
    // Not the machine's zone.
    settings: { ...defaultSettings, defaultTimeZone: 'UTC' },
    ...overrides,
  };
}

const testModel = (): Model => ({
  name: 'test',
  builtin: false,
  languageModel: new MockLanguageModelV4(),
});

/** Bound to a purpose, and readable by anybody. */
const plainSecrets: Connectors['secrets'] = {
  seal: async (text, purpose) => Buffer.from(JSON.stringify([text, purpose])).toString('base64url'),
  async open(sealed, purpose) {
    try {
      const [text, sealedFor] = JSON.parse(Buffer.from(sealed, 'base64').toString());
      if (sealedFor === purpose) return text;
    } catch {
      // Not sealed by this.
    }
    throw new ConnectionFailed('secretUnreadable');
  },
};

/** Connectors of an environment that decides everything. */
function fixedConnectors(environment: Required<Connectors['environment']>): Connectors {
  const refuse = () => Promise.reject(new Error('the environment decides'));
  return {
    environment,
    automatic: environment.model,
    builtin: environment.model,
    outbox: environment.mail,
    outboxFolder: '/nonexistent',
    secrets: plainSecrets,
    model: refuse,
    listModels: refuse,
    search: () => {
      throw new Error('the environment decides');
    },
    mailer: () => environment.mail,
    findLocal: async () => [],
  };
}
