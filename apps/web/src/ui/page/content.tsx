import type { ReactNode } from 'react';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { LoadFailed } from '../feedback/load-failed.tsx';

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** The number of bars. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A query's data, which stays when it cannot be read again: the person may be editing it. Before that, bars in its
 * shape; after a failure, the reason, with a retry.
 */
export function Loaded<Data>({ query: { data, error, refetch }, rows, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  // The end of the session has its dialog; after it everything is read again.
  const isAwaited = !error || failureOf(error).kind === 'unauthenticated';
  return isAwaited ? <Skeleton rows={rows} /> : <LoadFailed error={error} onRetry={() => void refetch()} />;
}

/** Grey bars in the shape of the pending content. */
export function Skeleton({ rows = 4 }: { rows?: number | undefined }) {
  return (
    <div role="status" aria-label={t('common.loading')} className="space-y-3">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <div key={row} className="h-14 animate-breathe rounded-xl bg-sunken" />
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** The empty state: what will be here, and how it is added. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex animate-appear flex-col items-center rounded-2xl border border-dashed border-line px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent [&_svg]:size-5">
        {icon}
      </div>
      <p className="font-display text-lg font-semibold">{title}</p>
      {children && <p className="mt-1.5 max-w-sm leading-relaxed text-balance text-ink-2">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

interface ListProps<Thing> {
  readonly of: readonly Thing[];
  readonly empty?: ReactNode;
  /** An entry, with its key. */
  readonly children: (thing: Thing) => ReactNode;
}

/** Entries below each other; `empty` takes the place of a list without any. */
export function List<Thing>({ of: things, empty, children }: ListProps<Thing>) {
  if (things.length === 0 && empty) return empty;
  return <ul className="divide-y divide-line">{things.map(children)}</ul>;
}

interface RowProps {
  readonly icon?: ReactNode;
  readonly name: ReactNode;
  readonly notes: readonly (string | null | false)[];
  readonly children: ReactNode;
}

/** An entry: its name, notes in small print, and buttons. */
export function Row({ icon, name, notes, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      {icon}
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3 wrap-anywhere">
          {notes.map((note) => note && <span key={note}>{note}</span>)}
        </p>
      </div>
      {/* The text of its last button ends where the row does. */}
      <div className="-me-2.5 flex flex-wrap gap-x-3 gap-y-1">{children}</div>
    </li>
  );
}

/** What a button does, and the button. */
export function Offer({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 py-2">
      <p className="max-w-md text-[0.9375rem] leading-relaxed text-ink-2">{text}</p>
      {children}
    </div>
  );
}

/** A mark after the name of an entry. */
export function Badge({ danger, children }: { danger?: boolean; children: string }) {
  const colours = danger ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent';
  return <span className={`rounded-full px-2 py-0.5 text-xs font-medium ${colours}`}>{children}</span>;
}
