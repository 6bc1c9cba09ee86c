import type { ChatReply, PriorMessage } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MessageCircleDashed, Pencil, RotateCw } from '~icons';
import { newId } from '../data/browser/new-id.ts';
import { onLeaving } from '../data/browser/on-leaving.ts';
import { deleteOnLeaving, rpc } from '../data/service/client.ts';
import { failureOf } from '../data/service/failure.ts';
import { joinTexts, putInDraft, temporaryPlace, type WrittenMessage } from '../drafts/drafts.ts';
import { t } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/dialog/copy-button.tsx';
import { LeaveGuard } from '../ui/dialog/leave-guard.tsx';
import { announce } from '../ui/feedback/live-region.tsx';
import { SidebarButton } from '../ui/page/sidebar-state.tsx';
import { useTitle } from '../ui/page/use-title.ts';
import { Composer } from './composer.tsx';
import { dropTray } from './files/uploads/uploads.ts';
import { announceReply } from './replies/announce-reply.ts';
import { FailureBox } from './transcript/failure-box.tsx';
import { PersonFrame, ReplyFrame } from './transcript/message/message.tsx';
import { Silence } from './transcript/reply/reply.tsx';
import { ReplyText } from './transcript/reply/reply-text.tsx';
import { Sources } from './transcript/reply/sources.tsx';
import { ToolSteps } from './transcript/reply/tool-steps.tsx';

/** Maximum context of earlier messages; more than a model reads, less than a request may hold. */
const contextCharsMax = 200_000;

type TypedMessage = Required<WrittenMessage>;

/** A message with its reply. */
interface Exchange extends TypedMessage {
  readonly key: string;
  readonly reply: ChatReply;
}

/** A chat that is not stored, here or on the server. It is lost when the page is left. */
export function TemporaryPage() {
  useTitle(t('temporary.title'));
  const [said, setSaid] = useState<readonly Exchange[]>([]);
  const request = useRef<AbortController>(null);
  const end = useRef<HTMLDivElement>(null);
  const ask = useMutation({
    mutationFn: ({ text, files }: TypedMessage) => {
      request.current = new AbortController();
      // At most as many as a message may have: a call that stores nothing knows only the files in its request.
      const newest = [...said.flatMap((one) => one.files), ...files].slice(-limits.filesPerMessageMax);
      const input = { message: text, messages: contextOf(said), files: newest.map(({ id }) => id) };
      return rpc.chat.send.mutate(input, { signal: request.current.signal });
    },
    // Nothing stays in memory when the page is left.
    gcTime: 0,
  });
  /** The message without a reply, which is pending or has failed. */
  const asked = ask.isPending || ask.isError ? ask.variables : undefined;

  useEffect(() => () => request.current?.abort(), []);
  const leave = useEffectEvent(({ persisted }: { readonly persisted?: boolean }) => {
    if (persisted) return;
    for (const { id } of [...said, ...(asked ? [asked] : [])].flatMap(({ files }) => files))
      deleteOnLeaving('files', id);
    dropTray(temporaryPlace);
  });
  useEffect(() => onLeaving(leave), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was said
  useEffect(() => void end.current?.scrollIntoView({ block: 'end' }), [said, ask.status]);

  function send(message: TypedMessage) {
    announce(t('chat.thinking'));
    ask.mutate(message, {
      onSuccess: (reply) => {
        setSaid((before) => [...before, { ...message, key: newId(), reply }]);
        announceReply(reply.reply);
      },
    });
  }

  function takeBack() {
    request.current?.abort();
    if (asked) putInDraft(temporaryPlace, asked);
    ask.reset();
  }

  return (
    <div className="flex h-full flex-col bg-side on-paper">
      <header className="flex h-14 shrink-0 items-center gap-1 px-3 low:h-11">
        <SidebarButton />
        <h1 className="flex min-w-0 items-center gap-2 px-2 text-[0.9375rem] font-medium">
          <MessageCircleDashed className="size-4.5 shrink-0 text-accent" />
          <span className="truncate">{t('temporary.title')}</span>
        </h1>
      </header>
      <section
        aria-label={t('chat.transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto scroll-thin on-paper focus-visible:-outline-offset-2"
      >
        <div className="mx-auto w-full max-w-3xl space-y-8 px-5 pt-4 pb-8 sm:px-8">
          <p className="rounded-2xl border border-dashed border-line-strong px-4 py-3 text-sm leading-relaxed text-ink-2">
            {t('temporary.notice')}
          </p>
          {said.map(({ key, text, files, reply }) => (
            <Fragment key={key}>
              <PersonFrame
                files={files}
                actions={<CopyButton text={text} label={t('chat.copyMessage')} className="size-8" />}
              >
                {text}
              </PersonFrame>
              <Reply id={key} reply={reply} />
            </Fragment>
          ))}
          {asked && (
            <PersonFrame dimmed={ask.isError} files={asked.files}>
              {asked.text}
            </PersonFrame>
          )}
          {ask.isPending && (
            <ReplyFrame>
              <Silence since={ask.submittedAt} atWork={false} />
            </ReplyFrame>
          )}
          {ask.isError && (
            <FailureBox label={t('chat.noReply')} failure={failureOf(ask.error)}>
              <Button size="small" onClick={() => send(ask.variables)}>
                <RotateCw className="size-3.5" /> {t('common.tryAgain')}
              </Button>
              <Button size="small" variant="quiet" onClick={takeBack}>
                <Pencil className="size-3.5" /> {t('chat.editAgain')}
              </Button>
            </FailureBox>
          )}
          <div ref={end} />
        </div>
      </section>
      <div className="shrink-0 safe-bottom print:hidden">
        <Composer
          place={temporaryPlace}
          running={ask.isPending}
          stopping={false}
          // Nothing is queued here; the person first decides on a message without a reply.
          queued
          // The failed message is sent together with it.
          onSend={(text, files) => {
            send(
              asked
                ? { text: joinTexts(asked.text, text), files: [...asked.files, ...files] }
                : { text, files },
            );
            return true;
          }}
          onStop={takeBack}
        />
      </div>
      <LeaveGuard
        loses={() => said.length > 0 || asked !== undefined || written() !== ''}
        title={t('temporary.leaveTitle')}
        text={t('temporary.leaveText')}
      />
    </div>
  );
}

function Reply({ id, reply }: { id: string; reply: ChatReply }) {
  const { sources = [], toolRun } = reply;
  return (
    <ReplyFrame>
      {toolRun && <ToolSteps caption={toolRun.caption} steps={toolRun.steps} running={false} />}
      <ReplyText text={reply.reply} streaming={false} sourceCount={sources.length} messageId={id} />
      {sources.length > 0 && <Sources sources={sources} messageId={id} />}
      <div className="-ms-2 mt-1.5 pointer-coarse:-ms-[13px]">
        <CopyButton text={reply.reply} label={t('chat.copyReply')} className="size-8" />
      </div>
    </ReplyFrame>
  );
}

/** The composer's text and the names of its files, which only the composer has. */
const written = () =>
  (document.querySelector<HTMLTextAreaElement>('#composer')?.value.trim() ?? '') +
  (document.querySelector('[data-composer-files]')?.textContent ?? '');

/** The earlier messages, newest kept, as many as fit in one request. */
function contextOf(said: readonly Exchange[]): PriorMessage[] {
  const messages = said.flatMap(({ text, reply }): PriorMessage[] => [
    { role: 'user', content: text },
    { role: 'assistant', content: reply.reply },
  ]);
  const context: PriorMessage[] = [];
  let chars = 0;
  for (const { role, content } of messages.slice(-limits.chatTurnsMax).reverse()) {
    const cut = [...content].slice(0, limits.chatMessageCharsMax).join('');
    chars += cut.length;
    if (chars > contextCharsMax) break;
    context.unshift({ role, content: cut });
  }
  return context;
}
