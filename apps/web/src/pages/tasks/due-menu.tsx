import type { ShownTask } from '@jarvis/contract';
import { useState } from 'react';
import { Bell, CalendarClock, CalendarDays, CalendarPlus, CalendarX, Repeat } from '~icons';
import type { TaskEdit } from '../../data/tasks.ts';
import { t, unitText } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { DialogForm } from '../../ui/dialog/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import { Menu, menuItem } from '../../ui/menu/menu.tsx';
import type { MenuProps } from '../../ui/menu/menu-view.tsx';
import { dueText, dueWords, type Here, plainDay, repeatText } from '../times/due-text.ts';
import { dayAfter, nextWeekday, todayIn } from '../times/local-time.ts';
import { choiceOf, ruleChosen } from '../times/repeat-rule.ts';
import { RepeatField, WhenFields } from '../times/time-fields.tsx';
import { groupOf } from './due-order.ts';

interface Props {
  readonly task: ShownTask;
  readonly here: Here;
  readonly disabled: boolean;
  readonly onChange: (edit: TaskEdit) => void;
}

/** A task's due date in words, with a menu that changes it. A task without a date has a button to add one. */
export function DueMenu({ task, here, disabled, onChange }: Props) {
  const [dialog, setDialog] = useState<DueFocus | null>(null);
  const { title, due } = task;
  return (
    <>
      <Menu
        label={t('due.menu')}
        align="start"
        entries={entriesOf(task, here, onChange, setDialog)}
        trigger={
          due ? (
            <button
              type="button"
              disabled={disabled}
              className="relative -mx-1.5 inline-flex max-w-full items-center rounded-md px-1.5 py-1 text-start after:absolute after:-inset-2 hover:bg-sunken"
            >
              <DueWords task={task} here={here} />
              <span className="sr-only">, {t('due.change', { title })}</span>
            </button>
          ) : (
            <IconButton icon={<CalendarPlus />} label={t('due.add', { title })} disabled={disabled} />
          )
        }
      />
      {dialog && (
        <DueDialog
          task={task}
          here={here}
          focus={dialog}
          onClose={() => setDialog(null)}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** A due date in words, with its repeat. */
export function DueWords({ task, here }: Pick<Props, 'task' | 'here'>) {
  const { due, repeat, afterCompletion = false, remind = false, status } = task;
  if (!due) return null;
  const group = status === 'open' ? groupOf(task, here.accountZone, here.nowMs) : 'none';
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <span
        className={cx(
          piece,
          group === 'overdue' && 'font-medium text-danger',
          group === 'today' && 'font-medium text-accent',
        )}
      >
        <CalendarDays className="size-3.5 shrink-0" />{' '}
        {group === 'overdue' ? t('due.overdue', { when: dueWords(due, here) }) : dueText(due, here)}
        {remind !== false && status === 'open' && (
          <>
            <Bell className="ms-1 size-3.5 shrink-0" />
            <span className="sr-only">{t('due.remind')}</span>
          </>
        )}
      </span>
      {repeat && (
        <span className={piece}>
          <Repeat className="size-3.5 shrink-0" /> {repeatText(repeat, afterCompletion, here.locale)}
        </span>
      )}
    </span>
  );
}

/** An icon with its words. */
const piece = 'inline-flex items-center gap-1';

function entriesOf(
  { due }: ShownTask,
  { accountZone, nowMs, locale }: Here,
  onChange: Props['onChange'],
  openDialog: (part: DueFocus) => void,
): MenuProps['entries'] {
  const today = todayIn(due?.timeZone ?? accountZone, nowMs);
  const [tomorrow, saturday, monday] = [dayAfter(today, 1), nextWeekday(today, 6), nextWeekday(today, 1)];
  // Keeps the time of day and its zone.
  const move = (label: string, date: string) =>
    menuItem(label, <CalendarDays />, () => onChange({ due: { ...due, date } }));
  return [
    move(t('nav.today'), today),
    move(t('due.tomorrow', { day: plainDay(tomorrow, locale) }), tomorrow),
    // On a Friday or a Sunday, one of them is tomorrow.
    saturday !== tomorrow && move(t('due.weekend', { day: plainDay(saturday, locale) }), saturday),
    monday !== tomorrow && move(t('due.nextWeek', { day: plainDay(monday, locale) }), monday),
    { kind: 'line' },
    menuItem(t('due.pick'), <CalendarClock />, () => openDialog('date')),
    menuItem(t('due.repeatMenu'), <Repeat />, () => openDialog('repeat')),
    menuItem(t('due.remindMenu'), <Bell />, () => openDialog('remind')),
    due ? menuItem(t('due.none'), <CalendarX />, () => onChange({ due: null })) : false,
  ];
}

/** The field that is wanted. */
type DueFocus = 'date' | 'repeat' | 'remind';

interface DueDialogProps extends Omit<Props, 'disabled'> {
  readonly focus: DueFocus;
  readonly onClose: () => void;
}

/** A day, a time of day, a repeat and a reminder for a task. */
function DueDialog({ task, here, focus, onChange, onClose }: DueDialogProps) {
  const { due, repeat = null, afterCompletion = false, remind = false } = task;
  const zone = due?.timeZone ?? here.accountZone;
  const [when, setWhen] = useState({ date: due?.date ?? todayIn(zone, here.nowMs), time: due?.time ?? '' });
  const { date, time } = when;
  const choiceBefore = choiceOf(repeat, due?.date ?? date);
  const [choice, setChoice] = useState(choiceBefore);
  const [afterDone, setAfterDone] = useState(afterCompletion);
  const [told, setTold] = useState(String(remind));
  const rule = ruleChosen(choice, date, repeat);
  const reminders = new Set([0, 10, 60, 1_440, ...(remind === false ? [] : [remind])]);

  function submit() {
    if (date === '') return;
    onClose();
    // Sending the same date again would restart the repeat.
    const isMoved = date !== due?.date || time !== (due.time ?? '');
    const edit: TaskEdit = {
      ...(isMoved && { due: { date, time: time === '' ? null : time, timeZone: due?.timeZone ?? null } }),
      ...(rule !== repeat && { repeat: rule }),
      ...(rule !== null && afterDone !== afterCompletion && { afterCompletion: afterDone }),
      ...(told !== String(remind) && { remind: told === 'false' ? (false as const) : Number(told) }),
    };
    if (Object.keys(edit).length > 0) onChange(edit);
  }

  return (
    <DialogForm
      onClose={onClose}
      title={t('due.dialog')}
      description={task.title}
      action={t('common.save')}
      onSubmit={submit}
    >
      <WhenFields
        {...when}
        timeZone={zone}
        timeHint={t('due.timeHint')}
        autoFocus={focus === 'date'}
        onChange={(change) => setWhen({ ...when, ...change })}
      />
      <RepeatField
        autoFocus={focus === 'repeat'}
        choice={choice}
        date={date}
        kept={choiceBefore === 'kept' ? repeat : null}
        onChange={setChoice}
      />
      {rule !== null && (
        <label className="flex w-fit items-center gap-2.5 text-[0.9375rem]">
          <input
            type="checkbox"
            checked={afterDone}
            onChange={(event) => setAfterDone(event.target.checked)}
            className="size-4.5 accent-accent"
          />
          {t('due.afterDone')}
        </label>
      )}
      <Choice
        label={t('due.remind')}
        autoFocus={focus === 'remind'}
        value={told}
        onChange={(event) => setTold(event.target.value)}
        options={[
          ['false', t('due.noReminder')],
          ...[...reminders].map((minutes) => [minutes, reminderText(minutes)] as const),
        ]}
      />
    </DialogForm>
  );
}

/** How long before it is due the person is reminded. */
function reminderText(minutes: number): string {
  const before = (count: number, unit: string) => t('due.before', { time: unitText(count, unit) });
  if (minutes === 0) return t('due.atTime');
  if (minutes % 1_440 === 0) return before(minutes / 1_440, 'day');
  return minutes % 60 === 0 ? before(minutes / 60, 'hour') : before(minutes, 'minute');
}
