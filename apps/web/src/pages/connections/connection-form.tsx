import type { ConnectionFailure } from '@jarvis/contract';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { CircleCheck, TriangleAlert } from '~icons';
import { queryClient, trpc } from '../../data/service/client.ts';
import { type Failure, failureOf, failureText } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { Button, Form } from '../../ui/button.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Choice, Field } from '../../ui/field.tsx';
import type { Icon } from '../../ui/icon.tsx';
import { PartHeading } from '../../ui/page/page.tsx';

/** The values of a form's fields; `of` binds one field. */
export function useFields<Values extends Readonly<Record<string, string>>>(initial: Values) {
  const [values, setValues] = useState(initial);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const of = (name: keyof Values) => ({
    value: values[name] as string,
    onChange: ({ target }: { target: { readonly value: string } }) =>
      set({ [name]: target.value } as Partial<Values>),
  });
  return { values, set, of };
}

/** Testing a connection, or connecting it, which tests it too (`isUse`). */
export function useTrial<Input, Result extends TrialAnswer>({
  tryOut,
  use,
  onUsed,
}: {
  tryOut: (input: Input) => Promise<Result>;
  use: (input: Input) => Promise<Result>;
  onUsed: () => void;
}) {
  return useMutation({
    mutationFn: ({ input, isUse }: { input: Input; isUse: boolean }) => (isUse ? use(input) : tryOut(input)),
    onSuccess: (answer, { isUse }) => {
      if (isUse && answer.ok) onUsed();
      return isUse ? refreshConnections() : undefined;
    },
  });
}

interface ConnectionFormProps<Input, Result extends TrialAnswer> {
  readonly label: string;
  readonly trial: ReturnType<typeof useTrial<Input, Result>>;
  readonly input: Input;
  readonly incomplete: boolean;
  readonly testLabel?: string;
  readonly said: (result: Extract<Result, { ok: true }>) => ReactNode;
  /** The action of Enter; by default, it connects. */
  readonly onSubmit?: () => void;
  /** If an operator has connected something. */
  readonly disconnect?: (() => Promise<unknown>) | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The form of a connection: its fields, the buttons to test and connect it, and the result. */
export function ConnectionForm<Input, Result extends TrialAnswer>(props: ConnectionFormProps<Input, Result>) {
  const { label, trial, input, incomplete, testLabel, said, onSubmit, disconnect, children, ...rest } = props;
  const remove = useConnectionChange(() => disconnect?.() ?? Promise.resolve());
  function submit() {
    if (onSubmit) onSubmit();
    else if (!incomplete) trial.mutate({ input, isUse: true });
  }
  const isUsing = trial.isPending && trial.variables.isUse;
  const isTrying = trial.isPending && !trial.variables.isUse;
  return (
    // The result is of the values that were tested.
    <Form
      aria-label={label}
      onSubmit={submit}
      onChange={() => trial.isPending || trial.reset()}
      className="mt-4 space-y-4"
      {...rest}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={incomplete || isUsing}
          busy={isTrying}
          onClick={() => trial.mutate({ input, isUse: false })}
        >
          {testLabel ?? t('settings.test')}
        </Button>
        <Button
          variant="primary"
          disabled={incomplete || isTrying}
          busy={isUsing}
          {...(onSubmit ? { onClick: () => trial.mutate({ input, isUse: true }) } : { type: 'submit' })}
        >
          {t('settings.use')}
        </Button>
        {disconnect && (
          <Button variant="dangerQuiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('settings.disconnect')}
          </Button>
        )}
      </div>
      <TryResult result={trial.data} error={trial.error} said={said} />
    </Form>
  );
}

type SecretFieldProps = ComponentProps<typeof Field> & { readonly end: string | null | undefined };

/** A secret, which is never shown again. `end`: the last characters of a stored one, null without one. */
export function SecretField({ end, hint, ...rest }: SecretFieldProps) {
  return (
    <Field
      type="password"
      autoComplete="off"
      hint={end == null ? hint : t('settings.keyKept', { end: end || '…' })}
      {...rest}
    />
  );
}

interface ProviderChoiceProps<Id extends string> {
  readonly table: Readonly<Record<Id, { readonly name: string }>>;
  readonly value: Id;
  readonly onChoose: (id: Id) => void;
}

/** The choice of a provider of `table`. */
export function ProviderChoice<Id extends string>({ table, value, onChoose }: ProviderChoiceProps<Id>) {
  return (
    <Choice
      label={t('settings.provider')}
      value={value}
      onChange={({ target }) => onChoose(target.value as Id)}
      options={(Object.keys(table) as Id[]).map((id) => [id, table[id].name])}
    />
  );
}

/** On this page, and wherever connections are named. */
const refreshes = [trpc.connections.pathFilter(), trpc.setup.pathFilter(), trpc.chat.models.pathFilter()];

const refreshConnections = (): Promise<unknown> =>
  Promise.all(refreshes.map((filters) => queryClient.invalidateQueries(filters)));

export const useConnectionChange = <Input = void>(change: (input: Input) => Promise<unknown>) =>
  useChange(change, { refreshes });

type TrialAnswer = { readonly ok: true } | { readonly ok: false; readonly failure: ConnectionFailure };

interface TryResultProps<Result extends TrialAnswer> {
  readonly result: Result | undefined;
  readonly error: unknown;
  readonly said: (result: Extract<Result, { ok: true }>) => ReactNode;
}

/** The result of a test: `said` after success, else the failure. */
export function TryResult<Result extends TrialAnswer>({ result, error, said }: TryResultProps<Result>) {
  const isGood = result?.ok === true && !error;
  const text = error
    ? refusal(failureOf(error))
    : result && (result.ok ? said(result as Extract<Result, { ok: true }>) : why(result.failure));
  const Icon = isGood ? CircleCheck : TriangleAlert;
  return (
    <div role="status" aria-live="polite">
      {text && (
        <p className="mt-4 flex gap-2.5 rounded-xl bg-sunken px-4 py-3 text-[0.9375rem] leading-relaxed wrap-anywhere">
          <Icon className={`mt-1 size-4 shrink-0 ${isGood ? 'text-accent' : 'text-danger'}`} />
          <span className="min-w-0">{text}</span>
        </p>
      )}
    </div>
  );
}

/** A refused field has the name that its form shows. */
const fields = {
  baseUrl: 'settings.address',
  url: 'settings.address',
  apiKey: 'settings.key',
  model: 'settings.modelName',
  host: 'settings.mailHost',
  port: 'settings.mailPort',
  user: 'settings.mailUser',
  password: 'settings.mailPassword',
  from: 'settings.mailFrom',
} as const;

function refusal(failure: Failure): string {
  const label = fields[failure.issues[0]?.path as keyof typeof fields];
  if (label === undefined) return failureText(failure);
  if (label === 'settings.address') return t('settings.addressRefused');
  return t('settings.refused', { field: t(label) });
}

/** A failed connection in words, with what the other side said of it. */
export const why = ({ kind, detail }: ConnectionFailure): string =>
  `${t(`settings.failure.${kind}`)}${detail === '' ? '' : ` (${detail})`}`;

interface SettingsCardProps {
  readonly id: string;
  readonly title: string;
  readonly icon: Icon;
  /** Of the icon. */
  readonly colour: string;
  readonly children: ReactNode;
}

/** A service that this installation uses, with its settings. */
export function SettingsCard({ id, title, icon: Icon, colour, children }: SettingsCardProps) {
  return (
    <section className="flex items-start gap-3 rounded-2xl border border-line bg-raised p-5">
      <Icon className={`mt-0.5 size-5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <PartHeading id={id} className="text-sm font-medium text-ink-3">
          {title}
        </PartHeading>
        {children}
      </div>
    </section>
  );
}
