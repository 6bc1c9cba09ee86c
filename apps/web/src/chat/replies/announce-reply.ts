import { isSessionEnded } from '../../data/browser/session-state.ts';
import { t } from '../../i18n/translate.ts';
import { announce } from '../../ui/feedback/live-region.tsx';
import { plainText } from '../markdown/plain-text.ts';

const spokenCharsMax = 300;

/** A short reply is read out; a long one, and one with TeX, can be read at the person's own pace. */
export function announceReply(content: string): void {
  // Another person may be signed in by then.
  if (isSessionEnded()) return;
  const text = plainText(content);
  announce(text.length <= spokenCharsMax && !/\\[a-z]/.test(text) ? text : t('chat.longReply'));
}
