import type { Conversation } from '@jarvis/contract';
import { changeListed } from '../data/conversations.ts';
import { rpc } from '../data/service/client.ts';
import { forgetDraft } from '../drafts/drafts.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { conversationAddress } from '../routing/addresses.ts';
import { navigate } from '../routing/history.ts';
import { deleteWithUndo } from '../ui/feedback/deletions.ts';
import { useFailureToast } from '../ui/feedback/failure-toast.ts';
import { showToast } from '../ui/feedback/toast.tsx';
import { discardTurn } from './replies/send-turn.ts';
import { useReplies } from './replies/store.ts';
import { dropTranscript, patchTranscriptTitle } from './replies/transcript-data.ts';
import { turnsAt } from './replies/turn.ts';

/** The actions on a conversation, wherever it is shown. Both are optimistic. */
export function useConversationActions() {
  const { t } = useTranslation();
  const showFailure = useFailureToast();

  async function rename(conversation: Conversation, title: string) {
    setTitle(conversation.id, title);
    try {
      await rpc.conversations.rename.mutate({ id: conversation.id, title });
    } catch {
      setTitle(conversation.id, conversation.title);
      showToast({ text: t('conversations.renameFailed'), tone: 'danger' });
    }
  }

  function remove(conversation: Conversation, shown: boolean) {
    if (shown) void navigate('/');
    deleteWithUndo({
      kind: 'conversations',
      id: conversation.id,
      text: t('common.deleted', { title: conversation.title }),
      onFailed: showFailure,
      onDeleted: () => {
        forgetDraft(conversation.id);
        dropTranscript(conversation.id);
        for (const turn of turnsAt(useReplies.getState(), conversation.id)) discardTurn(turn);
        changeListed(conversation.id, () => undefined);
      },
      onUndone: () => {
        if (shown) void navigate(conversationAddress(conversation.id));
      },
    });
  }

  return { rename, remove };
}

function setTitle(id: string, title: string) {
  changeListed(id, (now) => ({ ...now, title }));
  patchTranscriptTitle(id, title);
}
