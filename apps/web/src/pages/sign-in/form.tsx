import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { CircleAlert } from '~icons';
import { type Failure, failureOf, failureText } from '../../data/service/failure.ts';
import { t, translated } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

/** What is wrong with the whole form, above it. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-5 flex gap-2.5 rounded-xl bg-danger-soft px-4 py-3 text-[0.9375rem] leading-relaxed text-ink"
    >
      <CircleAlert className="mt-1 size-4 shrink-0 text-danger" />
      <div>{children}</div>
    </div>
  );
}

/** Why a form was refused, above it. `words`: in place of the failure's own words; undefined keeps those. */
export function FormFailure({ error, words }: { error: unknown; words?: (failure: Failure) => ReactNode }) {
  if (!error) return null;
  const failure = failureOf(error);
  return <FormProblem>{words?.(failure) ?? failureText(failure)}</FormProblem>;
}

/** The account's address. */
export function EmailField(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label={t('signIn.email')} name="email" type="email" autoComplete="username" {...field} />;
}

export function SubmitButton({ busy, children }: { busy: boolean; children: string }) {
  return (
    <Button type="submit" variant="primary" size="large" className="mt-6 w-full" busy={busy}>
      {children}
    </Button>
  );
}

const address = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;

/** The problem of each field; undefined for a valid one. */
export type Problems<Name extends string> = { readonly [Field in Name]?: string | undefined };

/** What is wrong with a required field. The server checks again. */
export const missing = (text: string): string | undefined => (text === '' ? t('signIn.required') : undefined);

export const emailProblem = (text: string): string | undefined =>
  missing(text.trim()) ?? (address.test(text.trim()) ? undefined : t('signIn.emailInvalid'));

/** The fields that the server has refused, by name. */
export const refusedFields = (failure: Failure): Record<string, string> =>
  Object.fromEntries(failure.issues.map((issue) => [issue.path, translated(issue.message)]));

/**
 * A form with text fields of these names, which sends its values if `problemsOf` finds nothing wrong. `show` replaces
 * the shown problems, and puts the focus on the first invalid field.
 */
export function useForm<Name extends string>(
  problemsOf: (values: Readonly<Record<Name, string>>) => Problems<Name>,
  send: (values: Readonly<Record<Name, string>>, form: HTMLFormElement) => void,
) {
  const [problems, setProblems] = useState<Problems<Name>>({});
  function show(form: HTMLFormElement, found: Problems<Name>) {
    // At once: a letter typed next must not be divided between two fields.
    flushSync(() => setProblems(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Record<Name, string>;
    const found = problemsOf(values);
    show(form, found);
    if (Object.values(found).every((problem) => problem === undefined)) send(values, form);
  }
  return { problems, show, onSubmit };
}

/** Why a form with the current password, if the account has one, failed. */
export function CurrentPasswordProblem({ error, hasPassword }: { error: unknown; hasPassword: boolean }) {
  return (
    <FormFailure
      error={error}
      words={({ kind }) =>
        kind === 'badRequest'
          ? t(hasPassword ? 'accountPage.wrongPassword' : 'accountPage.signInAnew')
          : undefined
      }
    />
  );
}
