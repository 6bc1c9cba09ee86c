import type { Schedule, ScheduleNotify } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { connectionsQuery } from '../../data/connections.ts';
import { showSchedule } from '../../data/schedules.ts';
import { rpc } from '../../data/service/client.ts';
import { type Failure, failureOf, failureText } from '../../data/service/failure.ts';
import { useUser } from '../../data/service/session.ts';
import { isSameTimeZone } from '../../data/time-zone.ts';
import { t } from '../../i18n/translate.ts';
import { DialogForm } from '../../ui/dialog/dialog.tsx';
import { Choice, Field, TextField } from '../../ui/field.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import type { Here } from '../times/due-text.ts';
import { RepeatField, WhenFields } from '../times/time-fields.tsx';
import { NextDates } from './schedule-dates.tsx';
import { isPast, type ScheduleDraft, timesOf } from './schedule-draft.ts';

const notifyChoices: readonly ScheduleNotify[] = ['always', 'when_found', 'never'];

interface ScheduleFormProps {
  /** Undefined for a new one. */
  readonly before: Schedule | undefined;
  readonly draft: ScheduleDraft;
  readonly here: Here;
  readonly onChange: (part: Partial<ScheduleDraft>) => void;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Makes a schedule, or changes one. */
export function ScheduleForm({ before, draft, here, onChange, onSaved, onClose }: ScheduleFormProps) {
  const user = useUser();
  const { data: connections } = useQuery(connectionsQuery);
  const { prompt, title, date, time, timeZone, choice, kept, notify, webSearch } = draft;
  const times = timesOf(draft);
  const isMoved = times !== undefined && (times.start !== before?.start || times.repeat !== before.repeat);
  const past = isMoved && isPast(times, here.nowMs);
  const max = limits.schedulePromptCharsMax;
  const [tried, setTried] = useState(false);
  const blank = prompt.trim() === '';
  const tooLong = [...prompt.trim()].length > max;
  const promptProblem = tooLong
    ? t('common.tooLong', { max })
    : blank && tried
      ? t('schedules.blank')
      : undefined;

  const save = useMutation({
    mutationFn: (wanted: NonNullable<typeof times>) => {
      const fields = {
        prompt: prompt.trim(),
        ...(title.trim() !== '' && { title: title.trim() }),
        ...(isMoved && { start: wanted.start, repeat: wanted.repeat }),
        ...{ notify, webSearch },
      };
      return before
        ? rpc.schedules.change.mutate({ id: before.id, ...fields })
        : rpc.schedules.create.mutate({
            ...{ ...fields, ...wanted },
            timeZone: isSameTimeZone(timeZone, here.accountZone) ? null : timeZone,
          });
    },
    onSuccess: ({ schedule }) => {
      showSchedule(schedule);
      onSaved();
    },
  });
  const failure = save.error ? failureOf(save.error) : undefined;

  function problemText(failed: Failure): string {
    if (failed.issues.some(({ path }) => path === 'repeat')) return t('schedules.refused');
    if (failed.issues.some(({ path }) => path === 'start')) return t('schedules.past');
    return failureText(failed);
  }

  function submit({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (times && !past && !tooLong && !blank) return save.mutate(times);
    setTried(true);
    // On a phone the field may be out of view.
    const wrong = tooLong || blank ? 'textarea' : '[type=date]';
    currentTarget.querySelector<HTMLElement>(wrong)?.focus();
  }

  return (
    <DialogForm
      wide
      onClose={onClose}
      title={t(before ? 'schedules.change' : 'schedules.make')}
      action={t(before ? 'common.save' : 'schedules.create')}
      submit={{ busy: save.isPending }}
      onSubmit={submit}
    >
      <TextField
        label={t('schedules.prompt')}
        hint={t('schedules.promptHint')}
        problem={promptProblem}
        dir="auto"
        rows={3}
        autoFocus
        aria-required
        value={prompt}
        onChange={(event) => onChange({ prompt: event.target.value })}
      />
      <Field
        label={t('schedules.name')}
        hint={before ? undefined : t('schedules.nameHint')}
        required={before !== undefined}
        maxLength={limits.scheduleTitleCharsMax}
        autoComplete="off"
        value={title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <WhenFields
        {...{ date, time, timeZone }}
        problem={past ? t('schedules.past') : undefined}
        onChange={onChange}
      />
      <RepeatField choice={choice} date={date} kept={kept} onChange={(choice) => onChange({ choice })} />
      {times?.repeat && <NextDates {...times} repeat={times.repeat} here={here} />}
      <Choice
        label={t('schedules.notify')}
        value={notify}
        onChange={({ target: { value } }) =>
          onChange({ notify: notifyChoices.find((one) => one === value) ?? 'always' })
        }
        options={notifyChoices.map((one) => [one, t(`schedules.${one}`)])}
      />
      {connections?.search.name && (
        <SwitchRow
          label={t('schedules.search')}
          hint={t(user.webSearchEnabled ? 'schedules.searchHint' : 'schedules.searchOff')}
          checked={webSearch && user.webSearchEnabled}
          disabled={!user.webSearchEnabled}
          onChange={(webSearch) => onChange({ webSearch })}
        />
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {problemText(failure)}
        </p>
      )}
    </DialogForm>
  );
}
