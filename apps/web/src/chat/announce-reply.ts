import { translate } from '../i18n/use-translation.ts';
import { announce } from '../ui/live-region.tsx';
import { plainText } from './plain-text.ts';

const spokenCharsMax = 300;

/** A short reply is read out; a long one can be read at one's own pace. */
export function announceReply(content: string): void {
  const text = plainText(content);
  announce(text.length <= spokenCharsMax ? text : translate('chat.longReply'));
}
