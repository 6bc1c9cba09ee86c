import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ConnectionFailure } from '@jarvis/contract';
import { lookupReasons } from '@jarvis/contract/lookup-reasons';
import { isoOf } from '../clock.ts';
import { type Connectors, type Mailer, type Model, type Search, SearchFailed } from '../ports/connections.ts';
import type { Deps, TurnDeps, WriteDeps } from '../ports/deps.ts';
import { failureOf } from './failures.ts';
import { mailKind, modelKind, open, searchKind } from './kinds.ts';
import { deleteSettings, upsertFailure } from './queries.ts';
import { failureRow, namesOf, readStored, type Stored, type Use } from './stored.ts';

/*
 * The connections in use now. Each function reads the stored settings, so that an operator's change applies on every
 * process from the next turn, search or mail. Work in progress keeps its connection.
 */

type Asking = Pick<Deps, 'db' | 'connectors'>;
type Reporting = Pick<Deps, 'db' | 'clock' | 'log'>;

/** The connections of a turn. The model is the requested one if it is offered, otherwise the operator's choice. */
export async function connectionsOfTurn(
  deps: Asking & Reporting,
  stored: Stored,
  wanted?: string | null,
): Promise<Pick<TurnDeps, 'model' | 'modelFailing' | 'search'>> {
  const model = await modelOf(deps.connectors, stored, wanted);
  const modelFailing = stored.failures.model?.of === model.name;
  return { model, modelFailing, search: await searchOf(deps, stored) };
}

/** The names of the connections in use; opens none of them. */
export const readNamesInUse = async ({ db, connectors }: Asking): Promise<NamesInUse> =>
  namesInUse(connectors, await readStored(db));

export interface NamesInUse {
  /** The default model. */
  readonly model: string;
  /** Null when no search is connected. */
  readonly search: Search['name'] | null;
  readonly mail: Mailer['name'];
}

/** The same, from settings that were read before. */
export function namesInUse({ environment, automatic, outbox }: Connectors, stored: Stored): NamesInUse {
  const { model, search = stored.search && { name: stored.search.provider }, mail } = environment;
  return {
    model: model?.name ?? nameInUse(stored) ?? automatic.name,
    search: search?.name ?? null,
    mail: mail?.name ?? (stored.mail ? 'smtp' : outbox.name),
  };
}

/** Its requests fail with ConnectionFailed if its key is unreadable. */
async function modelOf(connectors: Connectors, stored: Stored, wanted?: string | null): Promise<Model> {
  if (connectors.environment.model) return connectors.environment.model;
  const name = nameInUse(stored, wanted);
  if (name === undefined) return connectors.automatic;
  const server = stored.servers.find(({ provider }) => name.startsWith(`${provider}:`));
  if (!server) return connectors.builtin;
  try {
    const model = name.slice(server.provider.length + 1);
    return await connectors.model(await open(connectors, modelKind, server), model);
  } catch (error) {
    return { name, builtin: false, languageModel: unusableModel(name, error) };
  }
}

/** A model that cannot be called, for example because its key is unreadable: every request fails with `error`. */
function unusableModel(name: string, error: unknown): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'unusable',
    modelId: name,
    supportedUrls: {},
    doGenerate: () => Promise.reject(error),
    doStream: () => Promise.reject(error),
  };
}

/** Undefined when no model was chosen. */
function nameInUse(stored: Stored, wanted?: string | null): string | undefined {
  const names = namesOf(stored);
  if (wanted && names.includes(wanted)) return wanted;
  const { defaultModel } = stored;
  return defaultModel === undefined || names.includes(defaultModel) ? defaultModel : 'builtin';
}

/** The models that a person may choose, the default first; only the environment's if that decides. */
export async function modelsOffered({
  db,
  connectors,
}: Pick<WriteDeps, 'db' | 'connectors'>): Promise<string[]> {
  const stored = await readStored(db);
  const { model } = namesInUse(connectors, stored);
  return connectors.environment.model ? [model] : [...new Set([model, ...namesOf(stored)])];
}

/**
 * Null when no search is connected. Reports failures and successes to the operator. Its searches throw SearchFailed if
 * its key is unreadable.
 */
async function searchOf(deps: Asking & Reporting, stored: Stored): Promise<Search | null> {
  const { environment } = deps.connectors;
  const set = environment.search === undefined ? stored.search : undefined;
  const search = environment.search ?? (set ? await storedSearch(deps.connectors, set) : null);
  if (!search) return null;
  const reported = reporting(deps, stored, 'search', search.name);
  return {
    name: search.name,
    search: (query, options) => reported(() => search.search(query, options), options.signal),
  };
}

async function storedSearch(connectors: Connectors, stored: NonNullable<Stored['search']>): Promise<Search> {
  try {
    return connectors.search(await open(connectors, searchKind, stored));
  } catch (error) {
    const search = () => Promise.reject(new SearchFailed(lookupReasons.keyUnreadable, error));
    return { name: stored.provider, search };
  }
}

/** Reports failures and successes. */
export async function mailerInUse(deps: Asking & Reporting): Promise<Mailer> {
  const stored = await readStored(deps.db);
  const mailer = await mailerOf(deps.connectors, stored);
  const reported = reporting(deps, stored, 'mail', mailer.name);
  return {
    name: mailer.name,
    verify: () => reported(() => mailer.verify()),
    send: (mail) => reported(() => mailer.send(mail)),
  };
}

/** The environment's mailer, the operators', or the outbox. Its methods reject if its password is unreadable. */
async function mailerOf(connectors: Connectors, { mail }: Stored): Promise<Mailer> {
  if (connectors.environment.mail) return connectors.environment.mail;
  if (!mail) return connectors.outbox;
  try {
    return connectors.mailer(await open(connectors, mailKind, mail));
  } catch (error) {
    const unusable = () => Promise.reject(error);
    return { name: 'smtp', verify: unusable, send: unusable };
  }
}

/**
 * Runs work of a connection; reports its failure, and the first success after one. A caller who ends the work before
 * its deadline reports nothing.
 */
const reporting =
  (deps: Reporting, { failures }: Stored, use: Use, of: string) =>
  async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    try {
      const result = await work();
      if (failures[use]) await reportSuccess(deps, use);
      return result;
    } catch (error) {
      const isEnded = signal?.aborted && signal.reason?.name !== 'TimeoutError';
      if (!isEnded) await reportFailure(deps, use, of, error);
      throw error;
    }
  };

const datedAnewAfterMs = 10_000;

/** Records what failed and when, for operators. Never throws. */
export async function reportFailure(
  { db, clock, log }: Reporting,
  use: Use,
  of: string,
  error: unknown,
): Promise<void> {
  const failure = {
    name: failureRow(use),
    value: { ...failureOf(error), of } satisfies ConnectionFailure & { of: string },
    secret: null,
    secretEnd: null,
    now: clock.nowIso(),
    staleBefore: isoOf(clock.now() - datedAnewAfterMs),
  };
  await upsertFailure(db, failure).catch(logged(log, 'a failure could not be recorded'));
}

/** Removes the record of a failure. Never throws. */
export async function reportSuccess({ db, log }: Reporting, use: Use): Promise<void> {
  const removed = deleteSettings(db, { names: [failureRow(use)] });
  await removed.catch(logged(log, 'the record of a failure could not be removed'));
}

const logged = (log: Deps['log'], text: string) => (cause: unknown) =>
  log.warn({ reason: cause instanceof Error ? cause.name : 'unknown' }, text);
