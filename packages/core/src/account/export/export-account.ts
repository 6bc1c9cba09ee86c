import type { Database } from '@jarvis/database';
import { selectCalendarFeeds } from '../../calendar-feeds/queries.ts';
import { asDomainError, existing, unavailable } from '../../errors.ts';
import { type Content, openContent } from '../../files/files.ts';
import { listGrants } from '../../grants/grants.ts';
import { allRows, firstId } from '../../page.ts';
import type { Deps } from '../../ports/deps.ts';
import { selectTimeSettings } from '../../time/queries.ts';
import { selectIdentities } from '../queries.ts';
import {
  pageOfConversations,
  pageOfLineVersions,
  pageOfMessages,
  pageOfUnansweredMessages,
  pageOfVersions,
  pagesForExport,
  selectForExport,
  selectSessionsForExport,
} from './queries.ts';

const pageRows = 200;

/**
 * Everything that an account owns, as the pieces of one JSON document. Reads the next page only when the last one has
 * been consumed, so that memory does not grow with the size. Never contains a password, a key or a token, hashed or
 * not. Throws notFound, also at the end if the account is deleted meanwhile, and unavailable, also if another version
 * of a message is chosen meanwhile.
 */
export async function exportAccount(deps: Deps, userId: string): Promise<AsyncIterable<string>> {
  return pieces(deps, userId, await accountOf(deps, userId));
}

/** Throws notFound: while an export is read, the account may be deleted, and what has been read looks complete. */
const accountOf = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<object> =>
  existing(await selectForExport.first(db, { userId }), 'Account');

/**
 * The files of an account with their bytes, each read after the previous one has been consumed. Throws notFound if the
 * account is deleted meanwhile.
 */
export async function* exportFiles(deps: Deps, userId: string): AsyncGenerator<Content> {
  for await (const { id } of byId(deps.db, userId, pagesForExport.files)) {
    const content = await openContent(deps, userId, id).catch((error: unknown) => {
      if (asDomainError(error)?.kind === 'notFound') return undefined;
      throw error;
    });
    if (content) yield content;
  }
  await accountOf(deps, userId);
}

async function* pieces({ db, clock }: Deps, userId: string, account: object): AsyncGenerator<string> {
  const own = { userId };
  yield `{"exportedAt":${JSON.stringify(clock.nowIso())}`;
  const whole = {
    account,
    identityProviders: await selectIdentities(db, own),
    sessions: await selectSessionsForExport(db, own),
    grants: await listGrants({ db }, userId),
    timeSettings: (await selectTimeSettings.first(db, own)) ?? null,
    calendarFeeds: await selectCalendarFeeds(db, own),
  };
  for (const [name, value] of Object.entries(whole)) yield `,"${name}":${JSON.stringify(value)}`;
  // A message whose reply was stored after the messages were read would be in neither list.
  yield ',"unansweredMessages":';
  yield* listOf(byId(db, userId, pageOfUnansweredMessages));
  const before = await lineVersionsOf(db, userId);
  yield ',"conversations":';
  yield* withMessages(
    byId(db, userId, pageOfConversations),
    allRows((after) =>
      pageOfMessages(db, {
        userId,
        afterConversation: after?.conversationId ?? firstId,
        afterPlace: after?.place ?? 0,
        limit: pageRows,
      }),
    ),
  );
  yield ',"otherVersions":';
  yield* listOf(byId(db, userId, pageOfVersions));
  // A version that was chosen after the messages were read would be in neither list.
  for (const [id, version] of await lineVersionsOf(db, userId))
    if (version !== before.get(id))
      throw unavailable('A conversation was changed during the export. Try again.');
  for (const [name, page] of Object.entries(pagesForExport)) {
    yield `,"${name}":`;
    yield* listOf(byId<{ id: string }>(db, userId, page));
  }
  await accountOf({ db }, userId);
  yield '}\n';
}

/** Of the conversations with other versions of a message. */
async function lineVersionsOf(db: Database, userId: string): Promise<Map<string, number>> {
  const versions = new Map<string, number>();
  for await (const { id, lineVersion } of byId(db, userId, pageOfLineVersions))
    if (lineVersion > 0) versions.set(id, lineVersion);
  return versions;
}

type PageById<Row> = (db: Database, v: { userId: string; after: string; limit: number }) => Promise<Row[]>;

const byId = <Row extends { id: string }>(
  db: Database,
  userId: string,
  page: PageById<Row>,
): AsyncGenerator<Row> =>
  allRows((after) => page(db, { userId, after: after?.id ?? firstId, limit: pageRows }));

async function* listOf(rows: AsyncGenerator<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Merges two lists that are both in the order of the conversations' ids. */
async function* withMessages(
  conversations: AsyncGenerator<{ id: string }>,
  messages: AsyncGenerator<{ conversationId: string; place: number }>,
): AsyncGenerator<string> {
  let message = await messages.next();
  let separator = '[';
  for await (const conversation of conversations) {
    yield `${separator}${JSON.stringify(conversation).slice(0, -1)},"messages":`;
    separator = ',';
    // A conversation deleted meanwhile leaves messages without one.
    while (!message.done && message.value.conversationId < conversation.id) message = await messages.next();
    let inner = '[';
    while (!message.done && message.value.conversationId === conversation.id) {
      const { conversationId: _, place: __, ...shown } = message.value;
      yield inner + JSON.stringify(shown);
      inner = ',';
      message = await messages.next();
    }
    yield inner === '[' ? '[]}' : ']}';
  }
  yield separator === '[' ? '[]' : ']';
}
