import type { chooseVersionInput, MessageVersions } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { z } from 'zod';
import { badRequest, existing } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Version } from '../../ports/turns.ts';
import { type OwnMessages, replaceCutTitle, selectConversation } from '../queries.ts';
import { titleFrom } from '../title.ts';
import {
  bringPageBack,
  holdConversation,
  selectBranchOf,
  selectFirstWords,
  selectLineMessage,
  selectOtherVersions,
  selectTreeMessage,
  setPageAside,
} from './queries.ts';

/** `id`: of the conversation. */
type ChosenVersion = z.infer<typeof chooseVersionInput>;

/** The messages of the chosen line that have other versions, each with all of them. Throws notFound. */
export async function listVersions({ db }: Deps, userId: string, id: string): Promise<MessageVersions[]> {
  const conversationId = parseId(id, 'Conversation');
  const [conversation, others] = await Promise.all([
    selectConversation.first(db, { userId, id: conversationId }),
    selectOtherVersions(db, { userId, conversationId }),
  ]);
  existing(conversation, 'Conversation');
  return [...Map.groupBy(others, ({ chosen }) => chosen)].map(([chosen, versions]) => ({
    chosen,
    messageIds: [{ id: chosen, createdAt: versions[0]?.chosenAt ?? '' }, ...versions]
      .toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
      .map((version) => version.id),
  }));
}

/** For a transaction that exchanges branches of up to 100,000 messages. */
export const exchange = { deadlineMs: 5 * 60_000 };

/**
 * Chooses the line through a message, with the messages that followed it when it was last on the line. Nothing is
 * lost: messages that leave the line can be chosen again. A title cut from the first message is then cut from the new
 * first one. Throws notFound.
 */
export async function chooseVersion(
  { db, changes }: Deps,
  userId: string,
  { id, messageId }: ChosenVersion,
): Promise<void> {
  const own = { userId, conversationId: parseId(id, 'Conversation') };
  const version = parseId(messageId, 'Message');
  await db.transaction(async (tx) => {
    existing(await holdConversation.first(tx, { userId, id: own.conversationId }), 'Conversation');
    await readMessage(tx, own, version);
    await bringIntoLine(tx, own, version);
    const first = await selectFirstWords.first(tx, own);
    if (first) await replaceCutTitle(tx, { ...own, title: titleFrom(first.text), titledBy: 'message' });
  }, exchange);
  changes.publish(userId, 'conversations');
}

/**
 * The place of a turn that is another version of a message: an edited message or a rewritten reply. Brings their
 * common predecessor into the line if another version was chosen meanwhile. Throws notFound, badRequest for a message
 * of the other role.
 */
export async function versionOf(
  deps: Deps,
  userId: string,
  { id, messageId }: ChosenVersion,
  role: 'user' | 'assistant',
): Promise<Version> {
  const { db } = deps;
  const own = { userId, conversationId: parseId(id, 'Conversation') };
  const replaces = parseId(messageId, 'Message');
  const target = await readMessage(db, own, replaces);
  if (target.role !== role)
    throw badRequest(role === 'user' ? 'This is a reply.' : 'This is a message of the person’s.');
  const { parentId, place, chosen } = target;
  if (!chosen && parentId !== null) await chooseVersion(deps, userId, { id, messageId: parentId });
  if (role === 'user') return { replaces, parentId, place, asked: null };
  const before = parentId === null ? undefined : await selectLineMessage.first(db, { userId, id: parentId });
  if (before?.role !== 'user') throw badRequest('There is no message that this reply answers.');
  const { fromWeb: askedFromWeb, ...asked } = before;
  return { replaces, parentId, place, asked, askedFromWeb };
}

/**
 * The turn that answers a reply. Messages that already follow that reply are set aside as another version when the
 * turn is stored. Brings the reply into the line if another version was chosen meanwhile. Throws notFound.
 */
export async function continueFrom(
  deps: Deps,
  userId: string,
  replyId: string,
): Promise<{ conversationId: string; version: Version | undefined }> {
  const id = parseId(replyId, 'Response');
  const found = await selectTreeMessage.first(deps.db, { userId, id });
  const reply = existing(found?.role === 'assistant' ? found : undefined, 'Response');
  const { conversationId, next: replaces, place, chosen } = reply;
  if (!chosen) {
    await chooseVersion(deps, userId, { id: conversationId, messageId: id });
    return continueFrom(deps, userId, id);
  }
  const version = replaces === null ? undefined : { replaces, parentId: id, place: place + 1, asked: null };
  return { conversationId, version };
}

/**
 * A message of the conversation, on the chosen line or not. Found by its id alone: with its conversation, Postgres would
 * scan all messages of that. Throws notFound.
 */
async function readMessage(db: Queries, { userId, conversationId }: OwnMessages, id: string) {
  const found = await selectTreeMessage.first(db, { userId, id });
  return existing(found?.conversationId === conversationId ? found : undefined, 'Message');
}

/** Ends the line before a place, after the message that the new version follows, in the transaction that adds it. */
export async function makeRoom(tx: Queries, own: OwnMessages, { parentId, place }: Version): Promise<void> {
  if (parentId !== null) await bringIntoLine(tx, own, parentId);
  await setAside(tx, own, place);
}

/** Exchanges branches from the start of the conversation, until the message is on the line. */
async function bringIntoLine(tx: Queries, own: OwnMessages, id: string): Promise<void> {
  const branch = await selectBranchOf.first(tx, { ...own, id });
  if (!branch) return;
  if (branch.parentId !== null) await bringIntoLine(tx, own, branch.parentId);
  await setAside(tx, own, branch.place);
  while (await bringPageBack.first(tx, { ...own, branchId: branch.branchId }));
}

/** Moves a message and all later ones off the chosen line. */
async function setAside(tx: Queries, own: OwnMessages, place: number): Promise<void> {
  let left = place;
  while (left >= place) left = (await setPageAside.first(tx, { ...own, place }))?.count ?? 0;
}
