import type { z } from 'zod';
import type { ErrorBody } from './error.ts';

/** One refused field, as in the body of a `400`. */
export type FieldIssue = Readonly<NonNullable<ErrorBody['issues']>[number]>;

/** One sentence per field, with its name and what it accepts; never the library's own wording. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): FieldIssue[] {
  const refused = new Map<string, FieldIssue>();
  // Zod's own range of whole numbers comes first; the field's own bound says more.
  const ordered = [...issues.filter((issue) => !isOfAnyInt(issue)), ...issues.filter(isOfAnyInt)];
  for (const issue of ordered) {
    const path = issue.path.map(String).join('.');
    if (refused.has(path)) continue;
    const name = path === '' ? 'The request' : `\`${path}\``;
    refused.set(path, { path, message: describe(issue, name, isMissing(input, issue.path)) });
  }
  return [...refused.values()];
}

const isOfAnyInt = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';

/** Whether the refused value was not sent at all; its sentence differs from that of a wrong value. */
function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value === undefined;
}

function describe(issue: z.core.$ZodIssue, name: string, missing: boolean): string {
  switch (issue.code) {
    case 'invalid_type':
      return missing ? `${name} is required.` : `${name} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return `${name} must ${least(issue)}.`;
    case 'too_big':
      return `${name} must ${most(issue)}.`;
    case 'invalid_value':
      return `${name} must be ${choice(issue.values)}.`;
    case 'invalid_union': {
      if ('options' in issue && issue.options)
        return missing ? `${name} is required.` : `${name} must be ${choice(issue.options)}.`;
      const refused = issue.errors.flat();
      const values = refused.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
      const isChoice = refused.length > 0 && refused.every(({ code }) => code === 'invalid_value');
      return isChoice ? `${name} must be ${choice(values)}.` : `${name} has a form that is not accepted.`;
    }
    case 'custom':
      return customTexts[issue.message]?.(name) ?? `${name} ${issue.message}`;
    default:
      return `${name} has a form that is not accepted.`;
  }
}

function least({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'array' || (origin === 'string' && Number(minimum) === 1)) return 'not be empty';
  return origin === 'string' ? `have at least ${minimum} characters` : `be at least ${minimum}`;
}

function most({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `have at most ${maximum} characters`;
  return origin === 'array' ? `have at most ${maximum} elements` : `be at most ${maximum}`;
}

const choice = (values: readonly unknown[]): string =>
  values.map((value) => `\`${String(value)}\``).join(' or ');

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'an array',
  object: 'a JSON object',
};

const customTexts: Record<string, (name: string) => string> = {
  unstorable: (name) => `${name} must not contain U+0000 or half of a surrogate pair.`,
  blank: (name) => `${name} must not be empty.`,
  multiline: (name) => `${name} must be a single line without control characters.`,
  email: (name) => `${name} must be a valid e-mail address.`,
  mismatch: () => '`confirmPassword` must equal `password`.',
  cursor: (name) => `${name} must be the cursor that the page before ended with.`,
  localDate: (name) => `${name} must be a date such as \`2026-11-24\`.`,
  localTime: (name) => `${name} must be a time of day such as \`08:30\`.`,
  local: (name) => `${name} must be a local date, or date and time, such as \`2026-11-24T08:30\`.`,
  moment: (name) =>
    `${name} must be a local date and time such as \`2026-11-24T08:30\`, or an instant with an offset.`,
  instant: (name) => `${name} must be an instant such as \`2026-11-24T08:30:00Z\`.`,
  snooze: (name) => `${name} must be \`10m\`, \`1h\`, \`evening\`, \`tomorrow\`, \`monday\`, or an instant.`,
  timeZone: (name) => `${name} must be a time zone such as \`Europe/Rome\`, or \`UTC\`.`,
  minuteOfDay: (name) => `${name} must be a time of day to the minute, such as \`09:00\`.`,
  channels: (name) => `${name} must have \`app\`, and each channel once.`,
  quiet: (name) => `${name} must not end when it begins.`,
  url: (name) => `${name} must be an address such as \`https://hooks.example.org/jarvis\`.`,
  pushKey: (name) => `${name} must be the key that the browser gave, in base64url.`,
  nothing: () => 'Send at least one field to change.',
};
