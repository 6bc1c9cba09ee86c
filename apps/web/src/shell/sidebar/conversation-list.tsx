import type { ConversationEntry } from '@jarvis/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, use, useId, useState } from 'react';
import { AlarmClock, ChevronDown, RotateCw } from '~icons';
import { type TurnState, useTurnStates } from '../../chat/replies/store.ts';
import { conversationPages, standsForOthers } from '../../data/conversations.ts';
import { loadPart } from '../../data/service/load-part.ts';
import { newPlace } from '../../drafts/drafts.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { conversationAddress, conversationIn, scheduleAddress } from '../../routing/addresses.ts';
import { Shown } from '../../routing/history.ts';
import { Link } from '../../routing/link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { usePendingDeletions } from '../../ui/feedback/deletions.ts';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { tellPartFailed } from '../../ui/feedback/toast.tsx';
import { PartBoundary } from '../../ui/page/part-boundary.tsx';
import { useNow } from '../../ui/use-now.ts';
import { TurnMark } from '../turn-mark.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { type DayGroup, groupByDay } from './group-by-day.ts';
import { withoutDay } from './run-label.ts';
import type { RunsProps } from './runs.tsx';

const Runs = lazy(() => loadPart(() => import('./runs.tsx')));

/** The conversations, grouped by the day they last changed; those of a schedule are one entry. */
export function ConversationList() {
  const now = useNow();
  const shownId = conversationIn(use(Shown).pathname);
  const query = useInfiniteQuery(conversationPages);
  const conversations = query.data;
  const deleted = usePendingDeletions();
  const shown = conversations?.filter((entry) => !deleted.has(entry.id) || standsForOthers(entry)) ?? [];

  const states = useTurnStates();
  const listed = new Set(conversations?.map(({ id }) => id));
  const unlisted = conversations ? [...states.values()].filter(({ place }) => !listed.has(place)) : [];

  const groups = groupByDay(shown, now);
  // At the place that it will have when it is stored.
  if (unlisted.length > 0 && groups[0]?.group !== 'today') groups.unshift({ group: 'today', things: [] });

  const nameOf = (group: DayGroup) =>
    /^\d{4}-\d\d$/.test(group)
      ? new Date(`${group}-15T12:00`).toLocaleDateString(appLocale(), { month: 'long', year: 'numeric' })
      : t(`conversations.${group as 'today' | 'yesterday' | 'week' | 'month'}`);

  return (
    <section
      aria-label={t('nav.conversations')}
      // The list can be scrolled by keyboard even without a link in it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-4 scroll-thin focus-visible:-outline-offset-2 low:flex-none low:overflow-visible"
    >
      {query.isPending && (
        <div role="status" aria-label={t('common.loading')} className="space-y-2 px-2.5 pt-3">
          {[70, 85, 55, 78].map((width) => (
            <div key={width} className="h-4 animate-breathe rounded bg-line" style={{ width: `${width}%` }} />
          ))}
        </div>
      )}
      {query.isError && !conversations && (
        <div className="px-2.5 pt-3 text-sm text-ink-2" role="alert">
          <p>{t('failure.title')}</p>
          <Button size="small" className="mt-2" onClick={() => void query.refetch()}>
            <RotateCw className="size-3.5" /> {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {conversations && shown.length + unlisted.length === 0 && (
        <p className="px-2.5 pt-3 text-sm leading-relaxed text-ink-3">{t('conversations.empty')}</p>
      )}
      {groups.map(({ group, things }) => (
        <div
          key={group}
          // The browser skips a group until it is about to be seen, and cuts off what reaches beyond its padding: the
          // focus rings do not, the problem of a title does. One size for all: when it changes, Chromium does not keep the
          // position of what is in view.
          className="-mx-2.5 -mb-1 px-2.5 pt-3 pb-1 [contain-intrinsic-block-size:auto_40rem] not-has-[form]:[content-visibility:auto]"
        >
          <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-3">{nameOf(group)}</h2>
          <ul>
            {group === 'today' && unlisted.map((state) => <UnlistedRow key={state.place} state={state} />)}
            {things.map((entry) =>
              entry.schedule ? (
                <ScheduleEntry
                  key={entry.schedule.id}
                  schedule={entry.schedule}
                  latest={entry}
                  hidden={deleted}
                  states={states}
                />
              ) : (
                <ConversationRow
                  key={entry.id}
                  conversation={entry}
                  state={states.get(entry.id)?.state}
                  current={entry.id === shownId}
                />
              ),
            )}
          </ul>
        </div>
      ))}
      <LoadMore query={query} />
    </section>
  );
}

/** A reply without a stored conversation: its first one, or one to a message that never arrived. */
function UnlistedRow({ state: { place, state, title } }: { state: TurnState }) {
  const shownId = conversationIn(use(Shown).pathname);
  const current = shownId === place;
  return (
    <li className={cx('rounded-lg', current ? 'bg-chosen' : 'hover:bg-chosen')}>
      <Link
        to={place === newPlace ? '/' : conversationAddress(place)}
        title={title}
        className={cx(
          'tap flex h-9 items-center gap-2 rounded-lg px-2.5 text-[0.9375rem]',
          current ? 'font-medium text-ink' : 'text-ink-2 hover:text-ink',
        )}
      >
        <TurnMark state={state} />
        <bdi className="block min-w-0 truncate">{title}</bdi>
      </Link>
    </li>
  );
}

interface Props extends Omit<RunsProps, 'id' | 'name'> {
  readonly schedule: NonNullable<ConversationEntry['schedule']>;
}

/** All conversations of a schedule: closed its name, open also each of them and the way to its history. */
function ScheduleEntry({ schedule: { id, title }, latest, ...shown }: Props) {
  const [open, setOpen] = useState(false);
  const shownId = conversationIn(use(Shown).pathname);
  const listId = useId();
  const name = title ?? withoutDay(latest.title);
  const holdsShown = !open && shownId === latest.id;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        title={name}
        onClick={() => setOpen(!open)}
        className={cx(
          'tap flex h-9 w-full items-center gap-2 rounded-lg px-2.5 text-start text-[0.9375rem] hover:bg-chosen hover:text-ink',
          holdsShown ? 'bg-chosen font-medium text-ink' : 'text-ink-2',
        )}
      >
        <AlarmClock className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">{t('conversations.schedule')}: </span>
        <bdi className="block min-w-0 flex-1 truncate">{name}</bdi>
        <ChevronDown
          className={cx('size-4 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={listId} hidden={!open} className="ms-4.5 border-s border-line ps-1.5">
        {open && (
          <>
            {title !== null && (
              <Link
                to={scheduleAddress(id)}
                className="tap flex h-9 items-center rounded-lg px-2.5 text-sm font-medium text-accent hover:bg-chosen"
              >
                {t('conversations.history')}
              </Link>
            )}
            <PartBoundary onFailed={tellPartFailed}>
              <Runs {...{ id, name, latest }} {...shown} />
            </PartBoundary>
          </>
        )}
      </div>
    </li>
  );
}
