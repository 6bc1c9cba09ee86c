import { isSameTimeZone } from '@jarvis/contract/same-time-zone';
import { cityOf, deviceZone } from '../../data/time-zone.ts';
import { t } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';

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
      <div className="grid gap-4 sm:grid-cols-2">
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
