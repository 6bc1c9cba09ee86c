import { and, atMost, desc, eq, type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
import { type Builder, isOwn, pick } from '../db/rows.ts';
import { conversations, messages } from '../db/schema/conversations.ts';
import { filePassages, files, messageFiles } from '../db/schema/files.ts';
import { type ConversationListPage, conversation, lastChanged, listed, pageOf } from './queries.ts';

/** The sigma at the end of a Greek word: in lower case it has another form than the lower case of a capital one. */
const finalSigma = sql.raw(`'(?<=\\w)[σς](?!\\w)'`);

/**
 * Finds a text anywhere in a folded one; `%`, `_` and `\` in it are ordinary characters. Any character matches a
 * final sigma.
 */
const contains = (folded: SQLWrapper, text: SQLWrapper) =>
  sql`${folded} like '%' || regexp_replace(replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_'), ${finalSigma}, '_', 'g') || '%'`;

/** Whether the index can find a text: its keys are three characters, two of them letters or digits. */
const isIndexed = (text: SQLWrapper) =>
  sql<boolean>`regexp_replace(fold(${text}), ${finalSigma}, '', 'g') ~ '[[:alnum:]]{2}.|.[[:alnum:]]{2}'`;

/** The number of the account's newest messages in the sample for common words; */
const sampled = 1_000;
/** a word in this many of them is common. */
const common = sql.raw('30');
/** The number of newest messages searched for a rare text without an index key. */
const recent = 20_000;

type SearchPage = ConversationListPage & { q: string };

const newestOf = (q: Builder, v: Values<SearchPage>, count: number) =>
  q
    .select({ id: messages.conversationId, folded: messages.folded })
    .from(messages)
    .where(eq(messages.userId, v.userId))
    .orderBy(desc(messages.id))
    .limit(atMost(count))
    .as('newest');

/**
 * The conversations whose title or messages contain `q`, regardless of case and accents, last changed first, at most
 * `limit`; with `matches`, each with its latest matching message and the text around the match. The folded text may be
 * longer than the original, so the position is approximate, and the page marks the match.
 *
 * A common word is found by scanning the conversations in order, a rare one by the index of the messages' text, or in
 * the newest messages if the index has no key for it. Each way would be slow in the other's case, and the planner
 * cannot know, so a sample decides: a condition on it guards the part that must not run. Scalar subqueries and an inner
 * limit, because a join could run in the other order.
 */
export const searchConversations = statement(
  (q, v: Values<SearchPage & { matches: boolean }>) => {
    const newest = newestOf(q, v, sampled);
    const sample = q.$with('sample').as(
      q
        .select({
          common: sql<boolean>`count(*) filter (where ${contains(newest.folded, v.q)}) >= ${common}`.as(
            'common',
          ),
        })
        .from(newest),
    );
    const byIndex = q
      .select({ id: messages.conversationId })
      .from(messages)
      .where(
        and(
          sql`(select not common and ${isIndexed(v.q)} from ${sample})`,
          eq(messages.userId, v.userId),
          contains(messages.folded, v.q),
        ),
      );
    const recently = newestOf(q, v, recent);
    const inRecent = q
      .select({ id: recently.id })
      .from(recently)
      .where(
        and(
          sql`(select not common and not ${isIndexed(v.q)} from ${sample})`,
          contains(recently.folded, v.q),
        ),
      );
    const havingRare = q.$with('having_rare').as(byIndex.union(inRecent));
    const byTitle = pageOf(q, v, contains(conversations.foldedTitle, v.q));
    const hasCommon = q
      .select({ isThere: sql`true` })
      .from(messages)
      .where(
        isOwn(messages, v, eq(messages.conversationId, conversations.id), contains(messages.folded, v.q)),
      )
      .limit(atMost(1));
    const byCommon = pageOf(q, v, sql`(select common from ${sample})`, sql`${hasCommon}`);
    const ofRare = q
      .select(conversation)
      .from(conversations)
      .where(listed(v, eq(conversations.id, havingRare.id)))
      .limit(atMost(1))
      .as('of_rare');
    const byRare = q.select(pick(ofRare, conversation)).from(havingRare).crossJoinLateral(ofRare);
    const found = q.$with('found').as(byTitle.union(byCommon).union(byRare));
    const page = q
      .select()
      .from(found)
      .orderBy(desc(found.updatedAt), desc(found.id))
      .limit(v.limit)
      .as('page');
    const hit = q
      .select({ id: messages.id, content: messages.content, folded: messages.folded })
      .from(messages)
      .where(
        isOwn(
          messages,
          v,
          sql`${v.matches}`,
          eq(messages.conversationId, page.id),
          contains(messages.folded, v.q),
          // Conversations that match only by title are not scanned.
          sql`((select common from ${sample}) or ${page.id} in (select ${havingRare.id} from ${havingRare}))`,
        ),
      )
      .orderBy(desc(messages.place))
      .limit(atMost(1))
      .as('hit');
    return q
      .with(sample, havingRare, found)
      .select({
        ...pick(page, conversation),
        messageId: hit.id,
        excerpt: sql<
          string | null
        >`substr(${hit.content}, greatest(1, position(fold(${v.q}) in ${hit.folded}) - 60), 240)`,
      })
      .from(page)
      .leftJoinLateral(hit, sql`true`)
      .orderBy(desc(page.updatedAt), desc(page.id));
  },
  { prepared: false },
);

/** The maximum number of passages found by their words. */
const passagesFound = 1_000;

/**
 * The conversations with a file whose name contains `q`, or that has all words of `q` in one passage, last changed
 * first, at most `limit`; each with the latest message that has such a file, and the name of the file.
 */
export const searchFiles = statement(
  (q, v: Values<SearchPage>) => {
    const words = sql`(
      select string_agg(format('%L', key), ' & ')::tsquery
      from unnest(tsvector_to_array(recall_keys(${v.userId}::uuid, null, fold(${v.q})))) as key
      where key !~ '[''\\\\]'
    )`;
    const byText = q
      .select({ id: filePassages.fileId })
      .from(filePassages)
      .where(
        isOwn(
          filePassages,
          v,
          sql`recall_keys(${filePassages.userId}, ${filePassages.fileId}, ${filePassages.folded}) @@ ${words}`,
        ),
      )
      .limit(atMost(passagesFound));
    const byName = q
      .select({ id: files.id })
      .from(files)
      .where(isOwn(files, v, contains(sql`fold(${files.name})`, v.q)));
    const fitting = byText.union(byName).as('fitting');
    const named = q
      .selectDistinctOn([messageFiles.conversationId], {
        conversationId: messageFiles.conversationId,
        messageId: messageFiles.messageId,
        excerpt: messageFiles.name,
      })
      .from(fitting)
      .innerJoin(messageFiles, isOwn(messageFiles, v, eq(messageFiles.fileId, fitting.id)))
      .orderBy(messageFiles.conversationId, desc(messageFiles.messageId))
      .as('named');
    return q
      .select({ ...conversation, messageId: named.messageId, excerpt: named.excerpt })
      .from(named)
      .innerJoin(conversations, listed(v, eq(conversations.id, named.conversationId)))
      .orderBy(...lastChanged)
      .limit(v.limit);
  },
  { prepared: false },
);
