import { and, atMost, desc, eq, type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
import { type Builder, pick } from '../db/rows.ts';
import { conversations, messages } from '../db/schema/conversations.ts';
import { conversation, type ListPage, listed } from './queries.ts';

/** Finds a text anywhere in a folded one; `%`, `_` and `\` in it are ordinary characters. */
const contains = (folded: SQLWrapper, text: SQLWrapper) =>
  sql`${folded} like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

/** Whether the index has something to find a text by: its keys are three characters, two of them letters or digits. */
const isIndexed = (text: SQLWrapper) => sql<boolean>`fold(${text}) ~ '[[:alnum:]]{2}.|.[[:alnum:]]{2}'`;

/** So many of the account's newest messages are looked at to see whether a word is common; */
const sampled = 1_000;
/** in so many of them a common word is. */
const common = sql.raw('30');
/** So many of the newest are gone through for a rare text that the index has no key of. */
const recent = 20_000;

type Search = ListPage & { q: string };

const newestOf = (q: Builder, v: Values<Search>, count: number) =>
  q
    .select({ id: messages.conversationId, folded: messages.folded })
    .from(messages)
    .where(eq(messages.userId, v.userId))
    .orderBy(desc(messages.id))
    .limit(atMost(count))
    .as('newest');

/**
 * The conversations whose title or messages contain `q`, whatever its case and accents. A common word is found by
 * going through the conversations in order, a rare one by the index of the messages' text, or in the newest
 * messages where the index has no key of it. Each would take long in another's place, and the planner cannot know,
 * so a sample decides: the condition on it stands in front of the part that is not to run. Scalar subqueries and a
 * limit inside, because a join could be carried out the other way round.
 */
function search(q: Builder, v: Values<Search>) {
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
      and(sql`(select not common and not ${isIndexed(v.q)} from ${sample})`, contains(recently.folded, v.q)),
    );
  const havingRare = q.$with('having_rare').as(byIndex.union(inRecent));
  const latest = [desc(conversations.updatedAt), desc(conversations.id)];
  const byTitle = q
    .select(conversation)
    .from(conversations)
    .where(and(listed(v), contains(conversations.foldedTitle, v.q)))
    .orderBy(...latest)
    .limit(v.limit);
  const hasCommon = q
    .select({ isThere: sql`true` })
    .from(messages)
    .where(
      and(
        eq(messages.userId, v.userId),
        eq(messages.conversationId, conversations.id),
        contains(messages.folded, v.q),
      ),
    )
    .limit(atMost(1));
  const byCommon = q
    .select(conversation)
    .from(conversations)
    .where(and(sql`(select common from ${sample})`, listed(v), sql`${hasCommon}`))
    .orderBy(...latest)
    .limit(v.limit);
  const ofRare = q
    .select(conversation)
    .from(conversations)
    .where(and(listed(v), eq(conversations.id, havingRare.id)))
    .limit(atMost(1))
    .as('of_rare');
  const byRare = q.select(pick(ofRare, conversation)).from(havingRare).crossJoinLateral(ofRare);
  const found = q.$with('found').as(byTitle.union(byCommon).union(byRare));
  return { with: [sample, havingRare, found] as const, found, sample, havingRare };
}

/** What contains `q`, last changed first, at most `limit`. */
export const searchConversations = statement(
  (q, v: Values<Search>) => {
    const { with: parts, found } = search(q, v);
    return q
      .with(...parts)
      .select()
      .from(found)
      .orderBy(desc(found.updatedAt), desc(found.id))
      .limit(v.limit);
  },
  { prepared: false },
);

/**
 * What `searchConversations` finds, each with its latest matching message and the text around the match. The
 * folded text may be longer than the written one, so the match lies about there; who shows it marks it.
 */
export const searchWithExcerpts = statement(
  (q, v: Values<Search>) => {
    const { with: parts, found, sample, havingRare } = search(q, v);
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
        and(
          eq(messages.userId, v.userId),
          eq(messages.conversationId, page.id),
          contains(messages.folded, v.q),
          // Those whose title alone has it are not gone through.
          sql`((select common from ${sample}) or ${page.id} in (select ${havingRare.id} from ${havingRare}))`,
        ),
      )
      .orderBy(desc(messages.place))
      .limit(atMost(1))
      .as('hit');
    return q
      .with(...parts)
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
