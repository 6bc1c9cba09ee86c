import type { MessagePage } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/translate.ts';
import type { Turn } from '../replies/turn.ts';
import { PersonFrame, ReplyFrame } from './message/message.tsx';
import { Reply } from './reply/reply.tsx';
import { ReplyText } from './reply/reply-text.tsx';
import { itemsOf } from './transcript-items.ts';
import { wholeOf } from './whole-page.ts';

const none: ReadonlyMap<string, string> = new Map();

/** The whole conversation on paper: on the screen, only visible messages are rendered. */
export function Printed({ page, turns }: { page: MessagePage | undefined; turns: readonly Turn[] }) {
  const [printed, setPrinted] = useState<{ readonly page: MessagePage | undefined }>();
  useEffect(() => {
    // Content that is not rendered when this returns is not printed.
    const begin = () => flushSync(() => setPrinted({ page: page && wholeOf(page, readNow) }));
    const end = () => setPrinted(undefined);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [page]);
  if (!printed) return null;
  const cut = <p className="text-sm">{t('chat.printCut')}</p>;
  return (
    <div className="hidden space-y-8 print:block [&_button]:hidden">
      <h1 dir="auto" className="font-display text-2xl font-semibold">
        {printed.page?.conversation.title}
      </h1>
      {printed.page?.earlier && cut}
      {itemsOf(printed.page, turns, false, none, none).map((item) =>
        item.kind === 'message' && item.message.role === 'user' ? (
          <PersonFrame key={item.key} files={item.message.files}>
            {item.message.content}
          </PersonFrame>
        ) : item.kind === 'message' ? (
          <Reply key={item.key} message={item.message} conversationId="" busy />
        ) : item.kind === 'sent' ? (
          <PersonFrame key={item.key} files={item.turn.files}>
            {item.turn.text}
          </PersonFrame>
        ) : item.kind === 'reply' || item.kind === 'failed' ? (
          <ReplyFrame key={item.key}>
            <ReplyText text={item.turn.reply.text} streaming sourceCount={0} messageId={item.turn.key} />
          </ReplyFrame>
        ) : null,
      )}
      {printed.page?.later && cut}
    </div>
  );
}

/** Printing does not wait for later answers. */
function readNow(input: object): MessagePage | undefined {
  const query = encodeURIComponent(JSON.stringify({ ...input, limit: limits.messagePageMax }));
  const request = new XMLHttpRequest();
  request.open('GET', `/trpc/conversations.page?input=${query}`, false);
  try {
    request.send();
    return request.status === 200 ? JSON.parse(request.responseText).result.data : undefined;
  } catch {
    return undefined;
  }
}
