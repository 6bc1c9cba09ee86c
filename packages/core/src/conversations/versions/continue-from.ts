import { existing } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Version } from '../../ports/turns.ts';
import { selectReply } from './queries.ts';
import { chooseVersion } from './versions.ts';

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
  const found = existing(await selectReply.first(deps.db, { userId, id }), 'Response');
  const { conversationId } = found;
  if (!found.chosen) {
    await chooseVersion(deps, userId, { id: conversationId, messageId: id });
    return continueFrom(deps, userId, id);
  }
  const { next: replaces, place } = found;
  const version = replaces === null ? undefined : { replaces, parentId: id, place: place + 1, asked: null };
  return { conversationId, version };
}
