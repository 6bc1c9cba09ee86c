import { appLocale, t } from '../../i18n/translate.ts';
import { Choice } from '../../ui/field.tsx';
import { capitalized } from './due-text.ts';
import { type FormChoice, repeatChoices, ruleOf } from './repeat-rule.ts';
import { repeatText } from './repeat-text.ts';

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
