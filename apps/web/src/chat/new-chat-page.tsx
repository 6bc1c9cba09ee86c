import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Brain, ListChecks, ListTodo, Sparkles } from '~icons';
import { isConnectionLost } from '../data/service/connection.ts';
import { loadPart } from '../data/service/load-part.ts';
import { useUser } from '../data/service/session.ts';
import { newPlace } from '../drafts/drafts.ts';
import { t } from '../i18n/translate.ts';
import { conversationIn } from '../routing/addresses.ts';
import { useAddress } from '../routing/history.ts';
import { useTitle } from '../ui/page/use-title.ts';
import { ChatFrame } from './chat-frame.tsx';
import { ConnectHint, useConnectHint } from './connect-hint.tsx';
import { sendMessage } from './replies/send-turn.ts';
import { useTurns } from './replies/store.ts';
import type { Turn } from './replies/turn.ts';
import { Bubble } from './transcript/message/bubble.tsx';
import { preloadMarkdown } from './transcript/reply/reply-text.tsx';

/** The page of the conversation follows as soon as the first message is accepted. */
const load = async () => {
  const [transcript] = await Promise.all([
    import('./transcript/transcript.tsx'),
    import('./conversation-page.tsx'),
  ]);
  return transcript;
};
const Transcript = lazy(() => loadPart(load));

/** Preloads the code for the first reply while the first message is written or chosen. */
function preload() {
  if (!isConnectionLost()) void load().catch(() => undefined);
  void preloadMarkdown();
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
          <Transcript conversationId={null} page={undefined} turns={turns} />
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
function Sent({ turns }: { turns: readonly Turn[] }) {
  return (
    <div className="mx-auto flex h-full w-full max-w-3xl flex-col items-end gap-8 overflow-hidden px-5 pt-6 sm:px-8">
      {turns.map(({ key, text }) => (
        <Bubble key={key}>{text}</Bubble>
      ))}
    </div>
  );
}

/** The start of a new chat, above the composer. */
function Greeting() {
  const user = useUser();
  const hour = new Date().getHours();
  const greeting = t(
    hour < 5 || hour >= 18 ? 'welcome.evening' : hour < 12 ? 'welcome.morning' : 'welcome.afternoon',
  );
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-4 pb-6 text-center sm:px-8">
      <h1 className="font-display text-[min(1.75rem,7vw)] leading-tight font-semibold text-balance sm:text-[2.5rem]">
        {user.displayName ? `${greeting}, ${user.displayName}` : greeting}
      </h1>
      <p className="mt-2 text-lg text-ink-2">{t('welcome.lead')}</p>
    </div>
  );
}

/** Below the composer: suggestions and, while no model is connected, a hint. */
function Starters({ onStart }: { onStart: (text: string) => void }) {
  const hint = useConnectHint();
  const starters: [ReactNode, string, string][] = [
    [<ListTodo key="task" />, t('welcome.taskTitle'), t('welcome.taskPrompt')],
    [<Brain key="remember" />, t('welcome.rememberTitle'), t('welcome.rememberPrompt')],
    [<ListChecks key="list" />, t('welcome.listTitle'), t('welcome.listPrompt')],
    [<Sparkles key="ask" />, t('welcome.askTitle'), t('welcome.askPrompt')],
  ];
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-4 pb-6 sm:px-8">
      <ul
        aria-label={t('welcome.startersLabel')}
        onPointerEnter={preload}
        onFocus={preload}
        className="grid gap-x-2 sm:grid-cols-2"
      >
        {starters.map(([icon, title, prompt]) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onStart(prompt)}
              className="flex h-full w-full items-start gap-3 rounded-xl px-3 py-2.5 text-start transition-colors hover:bg-sunken [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-accent"
            >
              {icon}
              <span className="min-w-0">
                <span className="block text-[0.9375rem] font-medium">{title}</span>
                <span className="block text-sm leading-snug text-ink-3">{prompt}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {/* Its space is reserved, so that nothing moves when it appears. */}
      <div className="mx-auto mt-6 min-h-16 max-w-xl">{hint && <ConnectHint hint={hint} />}</div>
    </div>
  );
}
