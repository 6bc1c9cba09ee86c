import type { MessagePage } from '@jarvis/contract';

/** Rendering more at once would freeze the tab. */
const printedMessagesMax = 5_000;

type Missing = { readonly id: string } & (
  | { readonly before: string | undefined }
  | { readonly after: string | undefined }
);

/** Adds the missing messages, earlier ones first, as far as `readNow` returns them, up to about `printedMessagesMax`. */
export function wholeOf(
  page: MessagePage,
  readNow: (missing: Missing) => MessagePage | undefined,
): MessagePage {
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
