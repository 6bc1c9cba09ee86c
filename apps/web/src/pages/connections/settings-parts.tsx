import type { ConnectionFailure } from '@jarvis/contract';
import type { ReactNode } from 'react';
import { CircleCheck, TriangleAlert } from '~icons';
import { queryClient, trpc } from '../../data/service/client.ts';
import { type Failure, failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { useChange } from '../../ui/feedback/use-change.ts';
import type { Icon } from '../../ui/icon.tsx';
import { PartHeading } from '../../ui/page/page.tsx';

/** On this page, and wherever connections are named. */
const refreshes = [trpc.connections.pathFilter(), trpc.setup.pathFilter(), trpc.chat.models.pathFilter()];

export const refreshConnections = (): Promise<unknown> =>
  Promise.all(refreshes.map((filters) => queryClient.invalidateQueries(filters)));

export const useConnectionChange = <Input = void>(change: (input: Input) => Promise<unknown>) =>
  useChange(change, { refreshes });

export type TrialAnswer = { readonly ok: true } | { readonly ok: false; readonly failure: ConnectionFailure };

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
