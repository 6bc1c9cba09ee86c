import { lazy, Suspense, useState } from 'react';
import { isConnectionLost } from '../data/service/connection.ts';
import { loadPart } from '../data/service/load-part.ts';
import { putInDraft } from '../drafts/drafts.ts';
import { newPlace } from '../drafts/places.ts';
import { t } from '../i18n/translate.ts';
import { conversationIn } from '../routing/addresses.ts';
import { useAddress } from '../routing/history.ts';
import { useTitle } from '../ui/page/use-title.ts';
import { ChatFrame } from './chat-frame.tsx';
import { sendMessage } from './replies/send-turn.ts';
import { useTurns } from './replies/store.ts';
import type { Turn } from './replies/turn.ts';
import { Bubble } from './transcript/bubble.tsx';
import { preloadMarkdown } from './transcript/reply-text.tsx';
import { Greeting, Starters } from './welcome.tsx';

/** The page of the conversation follows as soon as the first message is accepted. */
const load = async () => {
  const [transcript] = await Promise.all([
    import('./transcript/transcript.tsx'),
    import('./conversation-page.tsx'),
  ]);
  return transcript;
};
const Transcript = lazy(() => loadPart(load));

/** Preloads the code for the first reply while the first message is written. */
function preload() {
  if (!isConnectionLost()) void load().catch(() => undefined);
  preloadMarkdown();
}

/** A new conversation: the greeting, and the composer that begins it. */
export function NewChatPage() {
  const turns = useShownTurns();
  useTitle(turns.length > 0 ? t('nav.newChat') : 'Jarvis');
  return (
    <ChatFrame
      conversationId={null}
      turns={turns}
      onWrite={preload}
      start={turns.length === 0 && <Starters onStart={(text) => sendMessage(newPlace, text)} />}
    >
      {turns.length > 0 ? (
        <Suspense fallback={<Sent turns={turns} />}>
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

/** The turns; when the conversation has begun, also until its page is shown. */
function useShownTurns(): readonly Turn[] {
  const place = useAddress(({ pathname }) => conversationIn(pathname)) ?? newPlace;
  const turns = useTurns(place);
  const [shown, setShown] = useState(turns);
  if (place !== newPlace && turns.length === 0) return shown;
  if (turns !== shown) setShown(turns);
  return turns;
}

/** What was sent, at its place in the transcript, until that is loaded. */
function Sent({ turns }: { readonly turns: readonly Turn[] }) {
  return (
    <div className="mx-auto flex h-full w-full max-w-3xl flex-col items-end gap-8 overflow-hidden px-5 pt-6 sm:px-8">
      {turns.map(({ key, text }) => (
        <Bubble key={key}>{text}</Bubble>
      ))}
    </div>
  );
}
