import { lazy, Suspense } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useTitle } from '../ui/use-title.ts';
import { ChatFrame } from './chat-frame.tsx';
import { preloadMarkdown } from './reply-text.tsx';
import { dropTurn, newPlace, useTurn } from './turns.ts';
import { Welcome } from './welcome.tsx';

const load = () => import('./transcript.tsx');
const Transcript = lazy(() => load().then(({ Transcript: component }) => ({ default: component })));

/** What the first reply needs is fetched while the first message is written. */
function preload() {
  void load();
  void preloadMarkdown();
}

/** A conversation that does not exist yet: the greeting, and the composer that begins it. */
export function NewChatPage() {
  const { t } = useTranslation();
  const turn = useTurn(newPlace);
  useTitle(turn ? t('nav.newChat') : 'Jarvis');
  return (
    <ChatFrame conversationId={null} turn={turn} onWrite={preload}>
      {(send, fill) =>
        turn ? (
          <Suspense>
            <Transcript
              page={undefined}
              turn={turn}
              markedId={null}
              onRetry={() => send(turn.text)}
              onEdit={() => {
                fill(turn.text);
                dropTurn(newPlace);
              }}
              onDiscard={() => dropTurn(newPlace)}
            />
          </Suspense>
        ) : (
          <Welcome onStart={send} />
        )
      }
    </ChatFrame>
  );
}
