import type { ConnectionFailure, ModelProvider, ModelServerInput } from '@jarvis/contract';
import { conflict, existing, notFound } from '../errors.ts';
import { ConnectionFailed } from '../ports/connections.ts';
import type { Deps } from '../ports/deps.ts';
import { failureOf } from './failures.ts';
import { type ConnectionKind, modelKind, type Operator, openSecret } from './kinds.ts';
import { deleteSettings } from './queries.ts';
import {
  defaultModelRow,
  failureRow,
  namesOf,
  readStored,
  serverRow,
  setSetting,
  type Use,
} from './stored.ts';

/*
 * The operators' changes. A model, search or mail is tested in the call that connects it, and stored only if it
 * works; the models that people may choose, and the default, are stored without a test. If the environment decides,
 * nothing can be connected: `conflict`.
 */

export type ConnectionDeps = Pick<Deps, 'db' | 'clock' | 'connectors'>;

type Tried<T> = ({ ok: true } & T) | { ok: false; failure: ConnectionFailure };

/** The models of a server. */
export async function listModels(
  deps: ConnectionDeps,
  input: ModelServerInput,
): Promise<Tried<{ models: string[] }>> {
  return tried(async () => {
    const server = modelKind.settings(input, await secretFor(deps, modelKind, input));
    return { models: await deps.connectors.listModels(server, AbortSignal.timeout(listTimeoutMs)) };
  });
}

const listTimeoutMs = 10_000;

/** Sends a short message to a model, searches, or sends a mail to the operator. */
export async function tryOut<Entered, Settings, Input extends Entered, Answer extends object>(
  deps: ConnectionDeps,
  kind: ConnectionKind<Entered, Settings, Input, Answer>,
  input: Input,
  operator: Operator,
): Promise<Tried<Answer>> {
  return tried(async () => {
    const settings = kind.settings(input, await secretFor(deps, kind, input));
    return kind.tryOut(deps.connectors, settings, input, operator);
  });
}

/** Tests a connection and uses it on all processes, from the next turn, search or mail. Throws conflict. */
export async function connect<Entered, Settings extends object, Input extends Entered, Answer extends object>(
  deps: ConnectionDeps,
  kind: ConnectionKind<Entered, Settings, Input, Answer>,
  input: Input,
  operator: Operator,
  alsoStored: Readonly<Record<string, unknown>> = {},
): Promise<Tried<Answer>> {
  refuseOverEnvironment(deps, kind.use);
  const result = await tryOut(deps, kind, input, operator);
  if (!result.ok) return result;
  const value = { ...kind.settings(input, undefined), ...alsoStored };
  const secret = await secretFor(deps, kind, input);
  const sealed = secret !== undefined && {
    secret: await deps.connectors.secrets.seal(secret, kind.purpose(input)),
    // Four characters would be most of a short secret.
    secretEnd: secret.length < 12 ? '' : secret.slice(-4),
  };
  await setSetting(deps, kind.rowName(input), value, sealed || undefined);
  await deleteSettings(deps.db, { names: [failureRow(kind.use)] });
  return result;
}

/** Removes the search or mail service, and its secret. Throws conflict. */
export async function disconnect(deps: ConnectionDeps, use: 'search' | 'mail'): Promise<void> {
  refuseOverEnvironment(deps, use);
  await deleteSettings(deps.db, { names: [use, failureRow(use)] });
}

/** Like `connect`; the model becomes the default, and is offered beside the others of its server. */
export async function connectModel(
  deps: ConnectionDeps,
  input: ModelServerInput & { readonly model: string },
  operator: Operator,
): Promise<Tried<{ reply: string; tookMs: number }>> {
  const { provider, baseUrl, model } = input;
  const known = await storedServer(deps, provider);
  const others = known?.baseUrl === baseUrl ? known.models.filter((other) => other !== model) : [];
  const result = await connect(deps, modelKind, input, operator, { models: [model, ...others] });
  if (result.ok) await setSetting(deps, defaultModelRow, { model: `${provider}:${model}` });
  return result;
}

/** Makes one of the offered models, or `builtin`, the default. Throws conflict, notFound. */
export async function chooseDefault(deps: ConnectionDeps, name: string): Promise<void> {
  refuseOverEnvironment(deps, 'model');
  if (name !== 'builtin' && !namesOf(await readStored(deps.db)).includes(name)) throw notFound('Model');
  await setSetting(deps, defaultModelRow, { model: name });
}

/** Sets the models of one server that people may choose. Throws conflict, notFound. */
export async function offerModels(
  deps: ConnectionDeps,
  provider: ModelProvider,
  models: readonly string[],
): Promise<void> {
  refuseOverEnvironment(deps, 'model');
  const { row } = existing(await storedServer(deps, provider), 'Model server');
  await setSetting(deps, row.name, { ...row.value, models: [...new Set(models)] }, row);
}

/** Removes a server, its key and its models; if the default was one of them, it becomes `builtin`. */
export async function removeServer({ db }: ConnectionDeps, provider: ModelProvider): Promise<void> {
  await deleteSettings(db, { names: [serverRow(provider)] });
}

function refuseOverEnvironment({ connectors }: ConnectionDeps, use: Use): void {
  if (connectors.environment[use] !== undefined)
    throw conflict('This is set by the environment, which takes precedence. Change it there.');
}

async function tried<T extends object>(work: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** The entered secret, or else the one stored for the same purpose. Throws ConnectionFailed. */
async function secretFor<Entered>(
  { db, connectors }: ConnectionDeps,
  kind: ConnectionKind<Entered, unknown, never, unknown>,
  entered: Entered,
): Promise<string | undefined> {
  let secret = kind.secretOf(entered);
  if (secret === undefined) {
    const known = kind.stored(await readStored(db), entered);
    if (known && kind.purpose(known) === kind.purpose(entered))
      secret = await openSecret(connectors, kind, known);
  }
  if (!secret && kind.needsSecret(entered)) throw new ConnectionFailed('keyMissing');
  return secret || undefined;
}

async function storedServer({ db }: ConnectionDeps, provider: ModelProvider) {
  return (await readStored(db)).servers.find((server) => server.provider === provider);
}
