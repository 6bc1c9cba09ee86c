import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, Form } from '../../ui/field.tsx';
import { refreshConnections, type TrialAnswer, TryResult, useConnectionChange } from './settings-parts.tsx';

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
    <Form aria-label={label} onSubmit={submit} className="mt-4 space-y-4" {...rest}>
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
