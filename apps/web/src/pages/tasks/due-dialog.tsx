import { useId, useState } from 'react';
import type { ShownTask, TaskEdit } from '../../data/tasks.ts';
import { t, unitText } from '../../i18n/translate.ts';
import { DialogForm } from '../../ui/dialog/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import type { Here } from '../times/due-text.ts';
import { todayIn } from '../times/local-time.ts';
import { RepeatField } from '../times/repeat-field.tsx';
import { choiceOf, ruleChosen } from '../times/repeat-rule.ts';
import { WhenFields } from '../times/when-fields.tsx';

/** The field that is wanted. */
export type DueFocus = 'date' | 'repeat' | 'remind';

interface DueDialogProps {
  readonly task: ShownTask;
  readonly here: Here;
  readonly focus: DueFocus;
  readonly onChange: (edit: TaskEdit) => void;
  readonly onClose: () => void;
}

/** A day, a time of day, a repeat and a reminder for a task. */
export function DueDialog({ task, here, focus, onChange, onClose }: DueDialogProps) {
  const { due, repeat = null, afterCompletion = false, remind = false } = task;
  const zone = due?.timeZone ?? here.accountZone;
  const [when, setWhen] = useState({
    date: due?.date ?? todayIn(zone, here.nowMs),
    time: due?.time ?? '',
  });
  const { date, time } = when;
  const choiceBefore = choiceOf(repeat, due?.date ?? date);
  const [choice, setChoice] = useState(choiceBefore);
  const [afterDone, setAfterDone] = useState(afterCompletion);
  const [told, setTold] = useState(String(remind));
  const afterId = useId();
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
        <div className="flex items-center gap-2.5">
          <input
            id={afterId}
            type="checkbox"
            checked={afterDone}
            onChange={(event) => setAfterDone(event.target.checked)}
            className="size-4.5 accent-accent"
          />
          <label htmlFor={afterId} className="text-[0.9375rem]">
            {t('due.afterDone')}
          </label>
        </div>
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
  if (minutes === 0) return t('due.atTime');
  const [count, unit] =
    minutes % 1_440 === 0
      ? ([minutes / 1_440, 'day'] as const)
      : minutes % 60 === 0
        ? ([minutes / 60, 'hour'] as const)
        : ([minutes, 'minute'] as const);
  return t('due.before', { time: unitText(count, unit) });
}
