import type { Schedule } from '@jarvis/contract';
import { useEffect, useId, useRef, useState } from 'react';
import {
  CalendarClock,
  ChevronDown,
  Ellipsis,
  Globe,
  Pause,
  Pencil,
  Play,
  Repeat,
  Sparkles,
  Trash,
} from '~icons';
import { setScheduleState } from '../../data/schedules.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { cx } from '../../ui/classes.ts';
import { deleteWithUndo } from '../../ui/feedback/deletions.ts';
import { showFailure } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { IconMenu, menuItem } from '../../ui/menu/menu.tsx';
import { RowButton } from '../../ui/page/page.tsx';
import { type Here, momentWords } from '../times/due-text.ts';
import { NextDates, RunHistory } from './schedule-dates.tsx';
import { scheduleText } from './schedule-text.ts';

interface ScheduleRowProps {
  readonly schedule: Schedule;
  readonly here: Here;
  /** Whether schedules run at all. */
  readonly isOn: boolean;
  /** Whether the address asks for its history. */
  readonly isWanted: boolean;
  readonly onEdit: () => void;
}

/** One schedule of the list, with its next dates and its history. */
export function ScheduleRow({ schedule, here, isOn, isWanted, onEdit }: ScheduleRowProps) {
  const [open, setOpen] = useState(isWanted);
  const detailsId = useId();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    row.current?.scrollIntoView();
  }, [isWanted]);
  const { id, title, prompt, timeZone, repeat, state, webSearch, createdBy } = schedule;
  /** A title that nobody gave. */
  const isBeginning = prompt.startsWith(title);
  const run = useChange(rpc.schedules.run.mutate, { refreshes: [trpc.schedules.runs.pathFilter()] });
  const setState = (wanted: 'active' | 'paused') =>
    void setScheduleState(schedule, wanted).catch(showFailure);
  const remove = () => deleteWithUndo({ kind: 'schedules', id, text: t('common.deleted', { title }) });

  return (
    <li ref={row} className="py-4">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="line-clamp-3 leading-relaxed font-medium wrap-anywhere">
            {isBeginning ? prompt : title}
          </p>
          {!isBeginning && (
            <p dir="auto" className="line-clamp-3 text-[0.9375rem] leading-relaxed text-ink-2 wrap-anywhere">
              {prompt}
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 [&_svg]:size-3.5 [&_svg]:shrink-0 [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1">
            <span>
              {repeat === null ? <CalendarClock /> : <Repeat />}
              {scheduleText(schedule, here)}
            </span>
            <StateText schedule={schedule} here={here} />
            {webSearch && (
              <span>
                <Globe /> {t('schedules.searches')}
              </span>
            )}
            {createdBy === 'assistant' && (
              <span>
                <Sparkles className="text-accent" /> {t('schedules.byAssistant')}
              </span>
            )}
          </p>
        </div>
        <div className="flex h-7 items-center print:hidden">
          <IconMenu
            label={t('conversations.options', { title })}
            icon={<Ellipsis />}
            entries={[
              isOn && menuItem(t('schedules.edit'), <Pencil />, onEdit),
              isOn &&
                state === 'active' &&
                menuItem(t('schedules.pause'), <Pause />, () => setState('paused')),
              menuItem(t('common.delete'), <Trash />, remove, { danger: true }),
            ]}
          />
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap gap-2 print:hidden">
        {isOn && state === 'paused' && (
          <RowButton
            action={t('schedules.resume')}
            of={title}
            variant="primary"
            onClick={() => setState('active')}
          >
            <Play className="size-3.5" /> {t('schedules.resume')}
          </RowButton>
        )}
        {isOn && (
          <RowButton
            action={t('schedules.runNow')}
            of={title}
            busy={run.isPending}
            onClick={() => run.mutate({ id }, { onSuccess: () => setOpen(true) })}
          />
        )}
        <RowButton
          action={t('conversations.history')}
          of={title}
          variant="quiet"
          aria-expanded={open}
          aria-controls={detailsId}
          onClick={() => setOpen(!open)}
        >
          {t('conversations.history')}
          <ChevronDown className={cx('size-4 transition-transform', open && 'rotate-180')} />
        </RowButton>
      </div>
      <div id={detailsId} hidden={!open}>
        {open && (
          <div className="mt-3 space-y-4 rounded-xl bg-sunken p-4">
            {state === 'active' && repeat !== null && (
              <NextDates start={schedule.start} timeZone={timeZone} repeat={repeat} here={here} />
            )}
            <RunHistory schedule={schedule} here={here} />
          </div>
        )}
      </div>
    </li>
  );
}

/** The next run, or the reason why there is none. */
function StateText({ schedule, here }: { schedule: Schedule; here: Here }) {
  const { state, reason, repeat, nextAt, timeZone } = schedule;
  if (state === 'finished') return <span>{t('schedules.finished')}</span>;
  if (state === 'paused')
    return reason === null ? (
      <span className="font-medium text-ink-2">{t('schedules.paused')}</span>
    ) : (
      <span className="font-medium text-danger">
        {t('schedules.pausedBecause', { reason: t(`schedules.reason.${reason}`) })}
      </span>
    );
  // The only time is already shown.
  if (nextAt === null || repeat === null) return null;
  return (
    <span>{t('schedules.next', { when: momentWords(nextAt, { ...here, accountZone: timeZone }) })}</span>
  );
}
