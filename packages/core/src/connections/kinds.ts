import {
  type MailInput,
  type ModelServerInput,
  modelProviders,
  type SearchInput,
  searchProviders,
  type User,
} from '@jarvis/contract';
import { chosen, vocabularies } from '../language/languages.ts';
import {
  ConnectionFailed,
  type Connectors,
  type Mailer,
  type MailSettings,
  type Model,
  type ModelServer,
  type Search,
  type SearchSettings,
} from '../ports/connections.ts';
import type { SettingRow } from './queries.ts';
import { type Stored, serverRow, type Use } from './stored.ts';

type WithRow<Entered> = Entered & { readonly row: SettingRow };

/**
 * The differences between models, search and mail; testing, storing, opening and removing them is the same for all.
 * `Entered` identifies a server, `Input` is what a test needs.
 */
export interface ConnectionKind<Entered, Settings, Input extends Entered, Answer> {
  readonly use: Use;
  /** The stored connection in the same row. */
  stored(all: Stored, entered: Entered): WithRow<Entered> | undefined;
  rowName(entered: Entered): string;
  /**
   * What a secret is encrypted for: its row and its destination address. It cannot be decrypted for another purpose, so
   * a changed address, in the browser or in the table, does not receive the key.
   */
  purpose(entered: Entered): string;
  needsSecret(entered: Entered): boolean;
  secretOf(entered: Entered): string | undefined;
  settings(entered: Entered, secret: string | undefined): Settings;
  /** Throws the failure. */
  tryOut(connectors: Connectors, settings: Settings, input: Input, operator: Operator): Promise<Answer>;
}

export type Operator = Pick<User, 'email' | 'preferredLanguage'>;

type ModelInput = ModelServerInput & { readonly model: string };

export const modelKind: ConnectionKind<
  ModelServerInput,
  ModelServer,
  ModelInput,
  { reply: string; tookMs: number }
> = {
  use: 'model',
  stored: ({ servers }, { provider }) => servers.find((server) => server.provider === provider),
  rowName: ({ provider }) => serverRow(provider),
  purpose: ({ provider, baseUrl }) => `${serverRow(provider)} ${baseUrl ?? ''}`,
  needsSecret: ({ provider }) => modelProviders[provider].keyVariable !== undefined,
  secretOf: ({ apiKey }) => apiKey,
  settings: ({ provider, baseUrl }, apiKey) => ({ provider, baseUrl, apiKey }),
  tryOut: async (connectors, server, { model }) => testModel(await connectors.model(server, model)),
};

export const searchKind: ConnectionKind<SearchInput, SearchSettings, SearchInput, { titles: string[] }> = {
  use: 'search',
  stored: ({ search }) => search,
  rowName: () => 'search',
  purpose: ({ provider, url }) => `search ${provider} ${url ?? ''}`,
  needsSecret: ({ provider }) => searchProviders[provider].needsKey === true,
  secretOf: ({ apiKey }) => apiKey,
  settings: ({ provider, url }, apiKey) => ({ provider, url, apiKey }),
  tryOut: (connectors, settings) => testSearch(connectors.search(settings)),
};

export const mailKind: ConnectionKind<MailInput, MailSettings, MailInput, { to: string }> = {
  use: 'mail',
  stored: ({ mail }) => mail,
  rowName: () => 'mail',
  // Without TLS from the start, an attacker on the network can have it sent in the clear.
  purpose: ({ host, port, tls, user }) => `${tls ? 'smtps' : 'smtp'} ${host} ${port} ${user}`,
  needsSecret: ({ user }) => user !== '',
  secretOf: ({ password }) => password,
  settings: ({ host, port, tls, user, from }, password) => ({ host, port, tls, user, from, password }),
  tryOut: (connectors, settings, _input, operator) => testMailer(connectors.mailer(settings), operator),
};

/** The settings with their secret. Throws ConnectionFailed (secretUnreadable). */
export async function open<Entered, Settings>(
  connectors: Pick<Connectors, 'secrets'>,
  kind: ConnectionKind<Entered, Settings, never, unknown>,
  stored: WithRow<Entered>,
): Promise<Settings> {
  return kind.settings(stored, await openSecret(connectors, kind, stored));
}

/** Throws ConnectionFailed (secretUnreadable). */
export async function openSecret<Entered>(
  { secrets }: Pick<Connectors, 'secrets'>,
  { purpose }: Pick<ConnectionKind<Entered, unknown, never, unknown>, 'purpose'>,
  stored: WithRow<Entered>,
): Promise<string | undefined> {
  const { secret } = stored.row;
  return secret === null ? undefined : secrets.open(secret, purpose(stored));
}

const modelTimeoutMs = 30_000;
const searchTimeoutMs = 8_000;
const replyCharsMax = 200;
const titlesMax = 3;

/** One short message, streamed like every turn. Throws the error of the model's adapter, or ConnectionFailed. */
async function testModel({ languageModel }: Model): Promise<{ reply: string; tookMs: number }> {
  const startedAt = performance.now();
  const { streamText } = await import('ai');
  // Ends the request of a model that writes more than is read, which would be paid for.
  const enough = new AbortController();
  const abortSignal = AbortSignal.any([enough.signal, AbortSignal.timeout(modelTimeoutMs)]);
  let failure: unknown;
  let reply = '';
  const result = streamText({
    model: languageModel,
    prompt: 'Say hello in one short sentence.',
    maxRetries: 0,
    abortSignal,
    onError: ({ error }) => {
      failure = error;
    },
  });
  for await (const part of result.stream) {
    if (part.type === 'text-delta') reply += part.text;
    if (part.type === 'abort') throw new ConnectionFailed('tooSlow');
    if (reply.length > replyCharsMax) break;
  }
  enough.abort();
  if (failure !== undefined) throw failure;
  if (reply.trim() === '') throw new ConnectionFailed('notUnderstood', 'empty');
  return { reply: reply.trim().slice(0, replyCharsMax), tookMs: Math.round(performance.now() - startedAt) };
}

/** Searches for something that every service finds; returns the titles of the results. */
async function testSearch(search: Search): Promise<{ titles: string[] }> {
  const signal = AbortSignal.timeout(searchTimeoutMs);
  const results = await search.search('weather', { signal, language: 'en' });
  if (results.length === 0) throw new ConnectionFailed('notUnderstood', 'empty');
  return { titles: results.slice(0, titlesMax).map(({ title }) => title) };
}

/** Mails a fixed text to the operator, in their language. Throws the mailer's error. */
async function testMailer(mailer: Mailer, { email, preferredLanguage }: Operator): Promise<{ to: string }> {
  const text = vocabularies[chosen(preferredLanguage)].notices.test;
  await mailer.send({ to: email, subject: text, text, html: `<p>${text}</p>` });
  return { to: email };
}
