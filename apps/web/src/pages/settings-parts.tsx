import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { trpc } from '../data/client.ts';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import type { ConnectionFailure } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { inputClasses } from '../ui/field.tsx';
import { useWhen } from '../ui/when.tsx';

/** What operators have set, and what fails; nobody else may know. */
export function useConnectionSettings(isOperator: boolean) {
  return useQuery(trpc.connections.show.queryOptions(undefined, { staleTime: 0, enabled: isOperator }));
}

/** Reads anew what a change has changed, on this page and wherever the connections are named. */
export function useRefreshConnections(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries(trpc.connections.pathFilter()),
      client.invalidateQueries(trpc.setup.pathFilter()),
      client.invalidateQueries(trpc.chat.models.pathFilter()),
    ]);
}

/** A change without an answer of its own. */
export function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const refresh = useRefreshConnections();
  return useMutation({ mutationFn: change, onSuccess: refresh });
}

type Outcome = { readonly ok: true } | { readonly ok: false; readonly failure: ConnectionFailure };

/** Trying something out and putting it to use, which tries it out too; `last` is what was asked for last. */
export function useTrial<Input, Result extends Outcome>({
  tryOut,
  use,
  onUsed,
}: {
  readonly tryOut: (input: Input) => Promise<Result>;
  readonly use: (input: Input) => Promise<Result>;
  readonly onUsed: () => void;
}) {
  const refresh = useRefreshConnections();
  const tried = useMutation({ mutationFn: (input: Input) => tryOut(input) });
  const used = useMutation({
    mutationFn: (input: Input) => use(input),
    onSuccess: (answer) => {
      if (answer.ok) onUsed();
      return refresh();
    },
  });
  const last = used.isPending || used.isSuccess || used.error ? used : tried;
  return { tried, used, last };
}

/** The buttons of a trial. `submits`: putting it to use is what Enter does in the form around them. */
export function TrialButtons<Input>({
  trial: { tried, used },
  input,
  incomplete,
  testLabel,
  submits = false,
  children,
}: {
  readonly trial: ReturnType<typeof useTrial<Input, Outcome>>;
  readonly input: Input;
  readonly incomplete: boolean;
  readonly testLabel: string;
  readonly submits?: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        disabled={incomplete || used.isPending}
        busy={tried.isPending}
        onClick={() => {
          used.reset();
          tried.mutate(input);
        }}
      >
        {testLabel}
      </Button>
      <Button
        variant="primary"
        disabled={incomplete || tried.isPending}
        busy={used.isPending}
        {...(submits ? { type: 'submit' } : { onClick: () => used.mutate(input) })}
      >
        {t('settings.use')}
      </Button>
      {children}
    </div>
  );
}

/** What came of a try: `said` when it went well, else what is wrong. */
export function TryResult<Result extends Outcome>({
  result,
  error,
  said,
}: {
  readonly result: Result | undefined;
  readonly error: unknown;
  readonly said: (result: Extract<Result, { ok: true }>) => ReactNode;
}) {
  const failureText = useFailureText();
  const why = useConnectionFailureText();
  const isGood = result?.ok === true && !error;
  const text = error
    ? failureText(failureOf(error))
    : result && (isGood ? said(result as Extract<Result, { ok: true }>) : why(failureIn(result)));
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <div role="status" aria-live="polite">
      {text && (
        <p className="mt-4 flex gap-2.5 rounded-xl bg-sunken px-4 py-3 text-[0.9375rem] leading-relaxed wrap-anywhere">
          <Icon className={`mt-1 size-4 shrink-0 ${isGood ? 'text-accent' : 'text-danger'}`} aria-hidden />
          <span className="min-w-0">{text}</span>
        </p>
      )}
    </div>
  );
}

const failureIn = (result: Outcome): ConnectionFailure =>
  result.ok ? { kind: 'notUnderstood', detail: '' } : result.failure;

export function useConnectionFailureText(): (failure: ConnectionFailure) => string {
  const { t } = useTranslation();
  return ({ kind, detail }) => `${t(`settings.failure.${kind}`)}${detail === '' ? '' : ` (${detail})`}`;
}

/** What failed last, for as long as it does. */
export function LastFailure({
  failure,
}: {
  readonly failure: (ConnectionFailure & { readonly at: string }) | null;
}) {
  const { t } = useTranslation();
  const when = useWhen();
  const why = useConnectionFailureText();
  if (!failure) return null;
  return (
    <p className="mt-3 rounded-xl bg-danger-soft px-4 py-3 text-[0.9375rem] leading-relaxed">
      {t('settings.lastFailure', { when: when(failure.at) })} {why(failure)}
    </p>
  );
}

export function SetByEnvironment() {
  const { t } = useTranslation();
  return <p className="mt-3 text-[0.9375rem] text-ink-2">{t('settings.byEnvironment')}</p>;
}

/** A labelled choice among a few. */
export function Choice({ label, children, ...rest }: ComponentProps<'select'> & { readonly label: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select id={id} className={inputClasses} {...rest}>
        {children}
      </select>
    </div>
  );
}
