import { isSessionEnded } from '../data/browser/session-state.ts';
import { t } from '../i18n/translate.ts';
import { copyText } from '../ui/dialog/copy-button.tsx';
import { showToast } from '../ui/feedback/toast.tsx';
import { newestReply } from './replies/transcript-data.ts';

/** Copies a conversation's newest loaded reply. */
export async function copyLastReply(conversationId: string | undefined) {
  // The session may have ended while this was loading.
  if (isSessionEnded()) return;
  const reply = conversationId === undefined ? undefined : newestReply(conversationId);
  if (!reply) return showToast({ text: t('shortcuts.nothingToCopy') });
  if (await copyText(reply.content)) showToast({ text: t('common.copied') });
}
