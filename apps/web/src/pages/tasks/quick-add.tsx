import type { ShownTask } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { Bell, CalendarDays, Clock, Plus, Repeat, X } from '~icons';
import { addTask } from '../../data/tasks.ts';
import { useFormDraft } from '../../drafts/drafts.ts';
import { t } from '../../i18n/translate.ts';
import { navigate } from '../../routing/history.ts';
import { Button, Form, firstClick } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { announce } from '../../ui/feedback/live-region.tsx';
import { showFailure, showToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/field.tsx';
import { dayText, dueText, dueWords, type Here, repeatText } from '../times/due-text.ts';
import { todayIn } from '../times/local-time.ts';
import { readTime, type TimeReading, useReading } from '../times/reading.ts';
import { type Chip, chipsOf, type Draft, emptyDraft, masked, retyped, strike, taskOf } from './draft.ts';
import { groupOf } from './due-order.ts';

/** Adds a task from a sentence, and shows its due date while the person types. `day` is the default day. */
export function QuickAdd({ here, day }: { here: Here; day?: string }) {
  const [kept, changeDraft] = useFormDraft<Draft>(day ? '/today' : '/tasks');
  const draft = kept ?? emptyDraft;
  const reading = useReading(masked(draft), here.accountZone);
  const isEmpty = draft.text.trim() === '';
  const { title } = taskOf(reading, draft, here.accountZone);
  const tooLong = [...title].length > limits.taskTitleCharsMax;
  const chips = isEmpty ? [] : chipsOf(reading, draft, day);

  async function submit() {
    if (isEmpty || tooLong) return;
    changeDraft(() => null);
    try {
      const read = await readTime(masked(draft), here.accountZone);
      tell(await addTask(taskOf(read, draft, here.accountZone, day)));
    } catch (error) {
      changeDraft((now) => now ?? draft);
      showFailure(error);
    }
  }

  /** On the page of a day, a task of a later week is not to be seen. */
  function tell(added: ShownTask) {
    const text = t('tasks.added', { title: added.title });
    if (!day || groupOf(added, here.accountZone, here.nowMs) !== 'later') return announce(text);
    showToast({ text, action: { label: t('today.all'), run: () => navigate('/tasks') } });
  }

  return (
    <Form onSubmit={() => void submit()} className="print:hidden">
      <div className="flex gap-2">
        <Field
          id="new-task"
          className="flex-1"
          label={t('tasks.titleLabel')}
          labelHidden
          dir="auto"
          value={draft.text}
          onChange={({ target: { value } }) =>
            changeDraft(() => (value === '' ? null : retyped(draft, value)))
          }
          placeholder={t('tasks.placeholder')}
          autoComplete="off"
          enterKeyHint="done"
          problem={tooLong ? t('common.tooLong', { max: limits.taskTitleCharsMax }) : undefined}
        />
        <Button type="submit" variant="primary" className="h-11" disabled={isEmpty || tooLong}>
          <Plus className="size-4" /> <span className="max-sm:sr-only">{t('tasks.add')}</span>
        </Button>
      </div>
      {chips.length > 0 && (
        <ul aria-label={t('due.understood')} className="mt-2 flex flex-wrap gap-1.5">
          {chips.map((chip) => (
            <ChipView
              key={chip.kind}
              chip={chip}
              text={chipText(chip, reading, here, day)}
              onStrike={() => {
                changeDraft(() => strike(draft, chip));
                document.getElementById('new-task')?.focus();
              }}
            />
          ))}
          {reading?.start && reading.kind === 'reminder' && (
            <li className={cx(chipLook, 'min-h-7 pe-2.5 pointer-coarse:min-h-9')}>
              <Bell className="size-3.5" /> {t('due.remind')}
            </li>
          )}
        </ul>
      )}
      <p role="status" className={reading?.past && !isEmpty ? 'mt-2 text-sm text-ink-2' : 'sr-only'}>
        {isEmpty || !(reading?.start || reading?.past) ? '' : reading.said}
      </p>
    </Form>
  );
}

const chipLook =
  'inline-flex animate-appear items-center gap-1.5 rounded-full bg-accent-soft ps-2.5 text-sm font-medium text-accent';

const icons = { date: CalendarDays, day: CalendarDays, time: Clock, repeat: Repeat };

function ChipView({ chip, text, onStrike }: { chip: Chip; text: string; onStrike: () => void }) {
  const Icon = icons[chip.kind];
  return (
    <li className={chipLook}>
      <Icon className="size-3.5" /> {text}
      <button
        type="button"
        aria-label={t('due.strike', { words: chip.words.join(' ') || text })}
        title={t('due.strike', { words: chip.words.join(' ') || text })}
        onClick={firstClick(onStrike)}
        className="relative flex size-7 items-center justify-center rounded-full after:absolute after:-inset-1.5 hover:bg-chosen pointer-coarse:size-9"
      >
        <X className="size-3.5" />
      </button>
    </li>
  );
}

function chipText(
  { kind, tellsDay }: Chip,
  reading: TimeReading | undefined,
  here: Here,
  day: string | undefined,
): string {
  const { accountZone, nowMs, locale } = here;
  if (!reading?.start) return day ? dayText(day, todayIn(accountZone, nowMs), locale) : '';
  const { start, timeZone, repeat, afterCompletion, spans } = reading;
  const [date = '', time = null] = start.split('T');
  const dayShown = dayText(date, todayIn(timeZone, nowMs), locale);
  if (kind === 'repeat') {
    const every = repeatText(repeat ?? '', afterCompletion, locale);
    return tellsDay ? t('repeat.from', { every, day: dueWords({ date, time, timeZone }, here) }) : every;
  }
  // "In 9 h" is a date with a time.
  if (kind === 'date' && spans.some((span) => span.kind === 'time')) return dayShown;
  const whole = dueText({ date, time, timeZone }, here);
  return tellsDay ? whole : whole.slice(dayShown.length + 2);
}
