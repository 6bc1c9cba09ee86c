import type { MessagePage } from '../data/types.ts';

/** More than these are not drawn at once: the tab would hang. */
const printedMessagesMax = 5_000;

type Place = { readonly id: string } & (
  | { readonly before: string | undefined }
  | { readonly after: string | undefined }
);

/**
 * With what is not loaded, what came before it first, as far as `readNow` gives it, and until there are 5,000 messages
 * or some more.
 */
export function wholeOf(page: MessagePage, readNow: (place: Place) => MessagePage | undefined): MessagePage {
  const { id } = page.conversation;
  let whole = page;
  while (whole.earlier && whole.messages.length < printedMessagesMax) {
    const more = readNow({ id, before: whole.messages[0]?.id });
    if (!more) return whole;
    whole = { ...whole, messages: [...more.messages, ...whole.messages], earlier: more.earlier };
  }
  while (whole.later && whole.messages.length < printedMessagesMax) {
    const more = readNow({ id, after: whole.messages.at(-1)?.id });
    if (!more) return whole;
    whole = { ...whole, messages: [...whole.messages, ...more.messages], later: more.later };
  }
  return whole;
}
