import { existing } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import type { Deps } from '../../ports/deps.ts';
import type { Version } from '../../ports/turns.ts';
import { selectTreeMessage } from './queries.ts';
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
