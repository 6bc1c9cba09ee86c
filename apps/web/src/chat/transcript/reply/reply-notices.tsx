import type { ReplyExtras } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AlarmClock, Brain, Scissors, UserRound } from '~icons';
import { memoriesQuery } from '../../../data/memories.ts';
import { deleteRow } from '../../../data/rows.ts';
import { schedulesQuery } from '../../../data/schedules.ts';
import { useUser } from '../../../data/service/session.ts';
import { t } from '../../../i18n/translate.ts';
import { scheduleAddress } from '../../../routing/addresses.ts';
import { Link } from '../../../routing/link.tsx';
import { Button } from '../../../ui/button.tsx';
import { offerUndo } from '../../../ui/feedback/toast.tsx';
import { useChange, useProfileChange } from '../../../ui/feedback/use-change.ts';
import { sendMessage } from '../../replies/send-turn.ts';

interface ReplyNoticesProps {
  readonly extras: ReplyExtras;
  readonly last: boolean;
  readonly conversationId: string;
  readonly busy: boolean;
}

/** Notices of a reply: saved memories, schedules that it made, a name suggestion, or an offer to continue. */
export function ReplyNotices({ extras, last, conversationId, busy }: ReplyNoticesProps) {
  const saved = extras.savedMemories ?? [];
  return (
    <>
      {last && extras.cutShort && (
        <Notice
          icon={<Scissors />}
          actions={
            <Button
              size="small"
              disabled={busy}
              onClick={() => sendMessage(conversationId, t('chat.continue'))}
            >
              {t('chat.continue')}
            </Button>
          }
        >
          {t('chat.cutShort')}
        </Notice>
      )}
      {saved.map((memory) => (
        <SavedMemory key={memory.id} id={memory.id} content={memory.content} />
      ))}
      {extras.madeSchedules?.map(({ id, title }) => (
        <MadeSchedule key={id} id={id} title={title} />
      ))}
      {last && extras.nameSuggestion && <NameSuggestion name={extras.nameSuggestion.name} />}
    </>
  );
}

function Notice({ icon, children, actions }: { icon: ReactNode; children: string; actions?: ReactNode }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-xl bg-accent-softer px-3.5 py-2 text-sm text-ink-2">
      <span className="flex min-w-0 flex-1 basis-56 items-center gap-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-accent">
        {icon}
        <span className="min-w-0 wrap-anywhere" dir="auto">
          {children}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1">{actions}</span>
    </div>
  );
}

const seeLink =
  'tap inline-flex items-center rounded-lg px-2.5 py-1.5 font-medium text-accent hover:underline';

function SavedMemory({ id, content }: { id: string; content: string }) {
  const memories = useQuery(memoriesQuery);
  const current = memories.data?.memories.find((memory) => memory.id === id);
  const forget = useChange(() => deleteRow('memories', id));
  if (memories.data && !current)
    return forget.isSuccess && <Notice icon={<Brain />}>{t('chat.memoryForgotten')}</Notice>;
  return (
    <Notice
      icon={<Brain />}
      actions={
        <>
          <Button size="small" variant="quiet" busy={forget.isPending} onClick={() => forget.mutate()}>
            {t('chat.memoryUndo')}
          </Button>
          <Link to="/memories" className={seeLink}>
            {t('chat.memorySee')}
          </Link>
        </>
      }
    >
      {t('chat.memorySaved', { content: current?.content ?? content })}
    </Notice>
  );
}

function MadeSchedule({ id, title }: { id: string; title: string }) {
  const { data } = useQuery(schedulesQuery);
  const current = data?.schedules.find((schedule) => schedule.id === id);
  const undo = useChange(() => deleteRow('schedules', id));
  if (data && !current)
    return undo.isSuccess && <Notice icon={<AlarmClock />}>{t('chat.scheduleUndone')}</Notice>;
  return (
    <Notice
      icon={<AlarmClock />}
      actions={
        <>
          <Button size="small" variant="quiet" busy={undo.isPending} onClick={() => undo.mutate()}>
            {t('common.undo')}
          </Button>
          <Link to={scheduleAddress(id)} className={seeLink}>
            {t('conversations.history')}
          </Link>
        </>
      }
    >
      {t('chat.scheduleMade', { title: current?.title ?? title })}
    </Notice>
  );
}

function NameSuggestion({ name }: { name: string }) {
  const user = useUser();
  const [dismissed, setDismissed] = useState(false);
  const change = useProfileChange();
  const before = user.displayName;
  if (dismissed || user.displayNameChangePromptDisabled || before === name) return null;
  return (
    <Notice
      icon={<UserRound />}
      actions={
        <>
          <Button
            size="small"
            onClick={() =>
              change.mutate(
                { displayName: name },
                {
                  onSuccess: () =>
                    offerUndo(t('chat.nameChanged', { name }), () => change.mutate({ displayName: before })),
                },
              )
            }
          >
            {t('chat.nameUse')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => setDismissed(true)}>
            {t('common.dismiss')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => change.mutate({ displayNameChangePromptDisabled: true })}
          >
            {t('chat.nameNever')}
          </Button>
        </>
      }
    >
      {t('chat.nameSuggestion', { name })}
    </Notice>
  );
}
