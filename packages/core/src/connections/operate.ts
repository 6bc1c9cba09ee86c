import {
  type ConnectionFailure,
  type MailInput,
  type ModelProvider,
  type ModelServerInput,
  modelProviders,
  type SearchInput,
  searchProviders,
} from '@jarvis/contract';
import { conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import {
  ConnectionFailed,
  type MailSettings,
  type ModelServer,
  type SearchSettings,
} from '../ports/connections.ts';
import type { Deps } from '../ports/deps.ts';
import { failureOf } from './failures.ts';
import { deleteSettings, upsertSetting } from './queries.ts';
import { namesOf, openMail, openSearch, openServer, purposeOf, readStored, rowNames } from './stored.ts';
import { testMailer, testModel, testSearch } from './try-out.ts';

/*
 * What operators change. A model, search or mail is tried out in the call that puts it to use, and stored only
 * if it works; which models people may choose from, and the default, are stored as they are chosen. Where the
 * environment decides, nothing is put to use: `conflict`.
 */

export type Operating = Pick<Deps, 'db' | 'clock' | 'connectors'>;

export type Outcome<T> = ({ ok: true } & T) | { ok: false; failure: ConnectionFailure };

/** The models that a server lists. */
export async function listModels(
  deps: Operating,
  input: ModelServerInput,
): Promise<Outcome<{ models: string[] }>> {
  return outcomeOf(async () => {
    const server = await serverOf(deps, input);
    return { models: await deps.connectors.listModels(server, AbortSignal.timeout(listTimeoutMs)) };
  });
}

const listTimeoutMs = 10_000;

/** Sends the model one short message. */
export async function tryModel(
  deps: Operating,
  input: ModelServerInput & { readonly model: string },
): Promise<Outcome<{ reply: string; tookMs: number }>> {
  return outcomeOf(async () =>
    testModel(await deps.connectors.model(await serverOf(deps, input), input.model)),
  );
}

/** Makes a model that answers the one of all processes, from the next turn on. Throws conflict. */
export async function useModel(
  deps: Operating,
  input: ModelServerInput & { readonly model: string },
): Promise<Outcome<{ reply: string; tookMs: number }>> {
  refuseOverEnvironment(deps.connectors.environment.model);
  const tried = await tryModel(deps, input);
  if (!tried.ok) return tried;
  const { provider, baseUrl } = input;
  const { apiKey } = await serverOf(deps, input);
  const known = await storedServer(deps, provider);
  const others = known?.baseUrl === baseUrl ? known.models.filter((model) => model !== input.model) : [];
  await store(
    deps,
    rowNames.server(provider),
    { provider, baseUrl, models: [input.model, ...others] },
    apiKey,
    purposeOf.server(input),
  );
  await store(deps, rowNames.defaultModel, { model: `${provider}:${input.model}` });
  await deleteSettings(deps.db, { names: [rowNames.failure('model')] });
  return tried;
}

/** Makes one of the offered models, or `builtin`, the default. Throws conflict, notFound. */
export async function chooseDefault(deps: Operating, name: string): Promise<void> {
  refuseOverEnvironment(deps.connectors.environment.model);
  if (name !== 'builtin' && !namesOf(await readStored(deps.db)).includes(name)) throw notFound('Model');
  await store(deps, rowNames.defaultModel, { model: name });
}

/** What people may choose from of one server. Throws conflict, notFound. */
export async function offerModels(
  deps: Operating,
  provider: ModelProvider,
  models: readonly string[],
): Promise<void> {
  refuseOverEnvironment(deps.connectors.environment.model);
  const server = await storedServer(deps, provider);
  if (!server) throw notFound('Model server');
  const { baseUrl } = server;
  const { apiKey } = await openServer(deps.connectors, server);
  await store(
    deps,
    rowNames.server(provider),
    { provider, baseUrl, models: [...new Set(models)] },
    apiKey,
    purposeOf.server(server),
  );
}

/** Forgets a server, its key and its models; when the default was one of them, `builtin` is. */
export async function removeServer({ db }: Operating, provider: ModelProvider): Promise<void> {
  await deleteSettings(db, { names: [rowNames.server(provider)] });
}

export async function trySearch(deps: Operating, input: SearchInput): Promise<Outcome<{ titles: string[] }>> {
  return outcomeOf(async () => testSearch(deps.connectors.search(await searchOf(deps, input))));
}

/** Throws conflict. */
export async function useSearch(deps: Operating, input: SearchInput): Promise<Outcome<{ titles: string[] }>> {
  refuseOverEnvironment(deps.connectors.environment.search);
  const tried = await trySearch(deps, input);
  if (!tried.ok) return tried;
  const { provider, url } = input;
  const { apiKey } = await searchOf(deps, input);
  await store(deps, rowNames.search, { provider, url }, apiKey, purposeOf.search(input));
  await deleteSettings(deps.db, { names: [rowNames.failure('search')] });
  return tried;
}

/** Throws conflict. */
export async function removeSearch({ db, connectors }: Operating): Promise<void> {
  refuseOverEnvironment(connectors.environment.search);
  await deleteSettings(db, { names: [rowNames.search, rowNames.failure('search')] });
}

/** Sends a mail to whoever asks. */
export async function tryMail(
  deps: Operating,
  input: MailInput,
  to: string,
): Promise<Outcome<{ to: string }>> {
  return outcomeOf(async () => testMailer(deps.connectors.mailer(await mailOf(deps, input)), to));
}

/** Throws conflict. */
export async function useMail(
  deps: Operating,
  input: MailInput,
  to: string,
): Promise<Outcome<{ to: string }>> {
  refuseOverEnvironment(deps.connectors.environment.mailer);
  const tried = await tryMail(deps, input, to);
  if (!tried.ok) return tried;
  const { password: _, ...server } = input;
  const { password } = await mailOf(deps, input);
  await store(deps, rowNames.mail, server, password, purposeOf.mail(input));
  await deleteSettings(deps.db, { names: [rowNames.failure('mail')] });
  return tried;
}

/** Throws conflict. */
export async function removeMail({ db, connectors }: Operating): Promise<void> {
  refuseOverEnvironment(connectors.environment.mailer);
  await deleteSettings(db, { names: [rowNames.mail, rowNames.failure('mail')] });
}

function refuseOverEnvironment(decided: unknown): void {
  if (decided !== undefined) throw conflict('This is set by the environment, which wins. Change it there.');
}

async function outcomeOf<T extends object>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** With the key that is stored for this address where none is given. */
async function serverOf(deps: Operating, input: ModelServerInput): Promise<ModelServer> {
  const { provider, baseUrl } = input;
  const known = input.apiKey === undefined ? await storedServer(deps, provider) : undefined;
  const apiKey =
    known?.baseUrl === baseUrl && known ? (await openServer(deps.connectors, known)).apiKey : input.apiKey;
  if (!apiKey && modelProviders[provider].keyVariable) throw new ConnectionFailed('keyMissing');
  return { provider, baseUrl, apiKey: apiKey || undefined };
}

async function storedServer({ db }: Operating, provider: ModelProvider) {
  return (await readStored(db)).servers.find((server) => server.provider === provider);
}

async function searchOf({ db, connectors }: Operating, input: SearchInput): Promise<SearchSettings> {
  const { provider, url } = input;
  const known = input.apiKey === undefined ? (await readStored(db)).search : undefined;
  const isSame = known?.provider === provider && known.url === url;
  const apiKey = isSame ? (await openSearch(connectors, known)).apiKey : input.apiKey;
  if (!apiKey && searchProviders[provider].needsKey) throw new ConnectionFailed('keyMissing');
  return { provider, url, apiKey: apiKey || undefined };
}

async function mailOf({ db, connectors }: Operating, input: MailInput): Promise<MailSettings> {
  const known = input.password === undefined ? (await readStored(db)).mail : undefined;
  const isSame = known !== undefined && purposeOf.mail(known) === purposeOf.mail(input);
  const password = isSame ? (await openMail(connectors, known)).password : input.password;
  if (!password && input.user !== '') throw new ConnectionFailed('keyMissing');
  return { ...input, password: password || undefined };
}

async function store(
  { db, clock, connectors }: Operating,
  name: string,
  value: Readonly<Record<string, unknown>>,
  secret?: string,
  purpose = name,
): Promise<void> {
  await upsertSetting(db, {
    name,
    value,
    secret: secret === undefined ? null : await connectors.secrets.seal(secret, purpose),
    // Of a short one four characters would be most of it.
    secretEnd: secret === undefined ? null : secret.length < 12 ? '' : secret.slice(-4),
    version: newId(clock.now()),
    now: clock.nowIso(),
  });
}
