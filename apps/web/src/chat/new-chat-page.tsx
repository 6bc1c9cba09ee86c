import { lazy, Suspense } from 'react';
import { isConnectionLost } from '../data/service/connection.ts';
import { loadPart } from '../data/service/load-part.ts';
import { putInDraft } from '../drafts/drafts.ts';
import { newPlace } from '../drafts/places.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useTitle } from '../ui/page/use-title.ts';
import { ChatFrame } from './chat-frame.tsx';
import { sendMessage } from './replies/send-turn.ts';
import { useTurns } from './replies/store.ts';
import { preloadMarkdown } from './transcript/reply-text.tsx';
import { Greeting, Starters } from './welcome.tsx';

const load = () => import('./transcript/transcript.tsx');
const Transcript = lazy(() => loadPart(load));

/** Preloads the code for the first reply while the first message is written. */
function preload() {
  if (!isConnectionLost()) void load().catch(() => undefined);
  preloadMarkdown();
}

/** A new conversation: the greeting, and the composer that begins it. */
export function NewChatPage() {
  const { t } = useTranslation();
  const turns = useTurns(newPlace);
  useTitle(turns.length > 0 ? t('nav.newChat') : 'Jarvis');
  return (
    <ChatFrame
      conversationId={null}
      turns={turns}
      onWrite={preload}
      start={turns.length === 0 && <Starters onStart={(text) => sendMessage(newPlace, text)} />}
    >
      {turns.length > 0 ? (
        <Suspense>
          <Transcript
            conversationId={null}
            page={undefined}
            turns={turns}
            markedId={null}
            onEdit={(turn) => putInDraft(newPlace, turn)}
          />
        </Suspense>
      ) : (
        <Greeting />
      )}
    </ChatFrame>
  );
}
