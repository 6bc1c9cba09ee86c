import type { MessagePage } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../i18n/translate.ts';
import type { Turn } from '../replies/turn.ts';
import { itemsOf, type TranscriptItem } from './transcript-items.ts';
import { wholeOf } from './whole-page.ts';

const none: ReadonlyMap<string, string> = new Map();

interface PrintedProps {
  readonly page: MessagePage | undefined;
  readonly turns: readonly Turn[];
  readonly draw: (item: TranscriptItem) => ReactNode;
}

/** The whole conversation on paper: on the screen, only visible messages are rendered. */
export function Printed({ page, turns, draw }: PrintedProps) {
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
  // The other buttons are text: a citation, the name of a file.
  return (
    <div className="hidden space-y-8 print:block [&_button.tap]:hidden">
      <h1 dir="auto" className="font-display text-2xl font-semibold">
        {printed.page?.conversation.title}
      </h1>
      {printed.page?.earlier && cut}
      {itemsOf(printed.page, turns, false, none, none).map(draw)}
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
