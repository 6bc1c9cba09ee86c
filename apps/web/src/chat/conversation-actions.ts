import type { Conversation } from '@jarvis/contract';
import { changeRow } from '../data/rows.ts';
import { rpc, shownAtOnce } from '../data/service/client.ts';
import { forgetDraft } from '../drafts/drafts.ts';
import { t } from '../i18n/translate.ts';
import { conversationAddress } from '../routing/addresses.ts';
import { navigate } from '../routing/history.ts';
import { deleteWithUndo } from '../ui/feedback/deletions.ts';
import { showFailure } from '../ui/feedback/toast.tsx';
import { discardTurn } from './replies/send-turn.ts';
import { useReplies } from './replies/store.ts';
import { dropTranscript, patchTranscriptTitle } from './replies/transcript-data.ts';
import { turnsAt } from './replies/turn.ts';

/** Renames a conversation; shown at once, reverted when it could not be stored. */
export async function renameConversation(conversation: Conversation, title: string) {
  await shownAtOnce(
    () => setTitle(conversation.id, title),
    () => rpc.conversations.rename.mutate({ id: conversation.id, title }),
    () => setTitle(conversation.id, conversation.title),
  ).catch(showFailure);
}

/** Deletes a conversation, with undo. `shown`: it is the one on the page. */
export function deleteConversation(conversation: Conversation, shown: boolean) {
  if (shown) navigate('/');
  deleteWithUndo({
    kind: 'conversations',
    id: conversation.id,
    text: t('common.deleted', { title: conversation.title }),
    onDeleted: () => {
      forgetDraft(conversation.id);
      dropTranscript(conversation.id);
      for (const turn of turnsAt(useReplies.getState(), conversation.id)) discardTurn(turn);
    },
    onUndone: () => {
      if (shown) navigate(conversationAddress(conversation.id));
    },
  });
}

function setTitle(id: string, title: string) {
  changeRow('conversations', id, (now) => ({ ...now, title }));
  patchTranscriptTitle(id, title);
}
