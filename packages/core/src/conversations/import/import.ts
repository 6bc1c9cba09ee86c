import { createHash } from 'node:crypto';
import { defaults, type ImportInput, type ImportOutput, limits } from '@jarvis/contract';
import { badRequest } from '../../errors.ts';
import type { Deps } from '../../ports/deps.ts';
import { countStored, requireRoom } from '../../storage/storage.ts';
import { normalized } from '../../text/fold.ts';
import { conversationFull } from '../full.ts';
import { appendImported, countImported, holdLine, insertImported } from './queries.ts';

/**
 * Stores a stretch of a conversation that another program has kept. The same stretch twice is stored once: ids are
 * made of those of the source. Messages are added where the conversation ends as it did there; one that was gone
 * on with here, or edited, is left as it is. Throws badRequest for more messages than a conversation, or the account, has room for.
 */
export async function importMessages(deps: Deps, userId: string, input: ImportInput): Promise<ImportOutput> {
  const { db, changes } = deps;
  if (input.from + input.messages.length > limits.conversationMessagesMax) throw badRequest(conversationFull);
  await requireRoom(deps, userId);
  const id = idOf(input, null, 0);
  const own = { userId, id };
  const idsOf = (place: number, sourceId: string) => idOf(input, sourceId, place);
  const last = input.messages.at(-1)?.createdAt ?? input.createdAt;
  const outcome = await db.transaction(async (tx): Promise<ImportOutput> => {
    const { createdAt } = input;
    const isNew = await insertImported.first(tx, {
      ...own,
      title: titleOf(input.title),
      createdAt,
      updatedAt: last,
    });
    const held = await holdLine.first(tx, own);
    const count = held?.count ?? 0;
    const state = isNew ? 'imported' : 'alreadyThere';
    const fresh = input.messages
      .map((message, i) => ({ ...message, place: input.from + i + 1 }))
      .filter(({ place }) => place > count);
    if (fresh.length === 0) return { conversationId: id, state, added: 0 };
    const before = count === input.from ? input.after : input.messages[count - input.from - 1]?.id;
    const follows = count === 0 ? input.from === 0 : before != null && idsOf(count, before) === held?.lastId;
    if (!follows) return { conversationId: id, state: 'changedHere', added: 0 };
    await appendImported(tx, {
      userId,
      conversationId: id,
      ids: fresh.map((message) => idsOf(message.place, message.id)),
      places: fresh.map(({ place }) => place),
      roles: fresh.map(({ role }) => role),
      contents: fresh.map(({ content }) => content),
      times: fresh.map((message) => message.createdAt),
    });
    await countImported(tx, { ...own, count: count + fresh.length, updatedAt: last });
    const contents = fresh.map(({ content }) => content);
    await countStored({ ...deps, db: tx }, userId, contents);
    return { conversationId: id, state, added: fresh.length };
  });
  if (outcome.added > 0) changes.publish(userId, 'conversations');
  return outcome;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The ids of our own exports stay; of others a UUID in the order of time, the same each time. */
function idOf({ source, id, createdAt }: ImportInput, messageId: string | null, place: number): string {
  const sourceId = messageId ?? id;
  if (source === 'jarvis' && uuid.test(sourceId)) return sourceId.toLowerCase();
  const time = (Date.parse(createdAt) + place).toString(16).padStart(12, '0');
  const hash = createHash('sha256')
    .update(JSON.stringify([source, id, messageId]))
    .digest('hex');
  return [
    time.slice(0, 8),
    time.slice(8, 12),
    `7${hash.slice(0, 3)}`,
    `8${hash.slice(3, 6)}`,
    hash.slice(6, 18),
  ].join('-');
}

function titleOf(title: string): string {
  const line = normalized(title)
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return [...line].slice(0, limits.conversationTitleCharsMax).join('').trim() || defaults.conversationTitle;
}
