import { cityOf, deviceZone, isSameTimeZone } from '../../data/time-zone.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { capitalized, repeatText } from './due-text.ts';
import { type FormChoice, repeatChoices, ruleOf } from './repeat-rule.ts';

interface Props {
  readonly date: string;
  readonly time: string;
  readonly timeZone: string;
  /** The meaning of an empty time of day. Without it, the field is required. */
  readonly timeHint?: string;
  readonly problem?: string | undefined;
  readonly autoFocus?: boolean;
  readonly onChange: (change: { readonly date: string } | { readonly time: string }) => void;
}

/** The fields of a day and a time of day, and the zone in which they count if it is not the device's. */
export function WhenFields({ date, time, timeZone, timeHint, problem, autoFocus = false, onChange }: Props) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label={t('due.date')}
          type="date"
          required
          min="1970-01-01"
          max="2999-12-31"
          autoFocus={autoFocus}
          value={date}
          problem={problem}
          onChange={(event) => onChange({ date: event.target.value })}
        />
        <Field
          label={t('due.time')}
          type="time"
          required={timeHint === undefined}
          hint={timeHint}
          value={time}
          onChange={(event) => onChange({ time: event.target.value })}
        />
      </div>
      {!isSameTimeZone(timeZone, deviceZone()) && (
        <p className="text-sm text-ink-2">{t('due.zone', { zone: cityOf(timeZone) })}</p>
      )}
    </>
  );
}

interface RepeatFieldProps {
  readonly choice: FormChoice;
  /** Empty until the person chooses one. */
  readonly date: string;
  /** The stored rule, if it is not one of the usual rules. */
  readonly kept: string | null;
  readonly autoFocus?: boolean;
  readonly onChange: (choice: FormChoice) => void;
}

/** The choice of a repeat that begins on this date. */
export function RepeatField({ choice, date, kept, autoFocus, onChange }: RepeatFieldProps) {
  const locale = appLocale();
  const choices: readonly FormChoice[] = [
    '',
    ...(kept === null ? [] : (['kept'] as const)),
    ...(date === '' ? [] : repeatChoices),
  ];
  const nameOf = (one: FormChoice) =>
    one === ''
      ? t('due.never')
      : capitalized(repeatText(one === 'kept' ? (kept ?? '') : ruleOf(one, date), false, locale), locale);
  return (
    <Choice
      label={t('due.repeat')}
      autoFocus={autoFocus}
      value={choice}
      onChange={({ target: { value } }) => onChange(choices.find((one) => one === value) ?? '')}
      options={choices.map((one) => [one, nameOf(one)])}
    />
  );
}
