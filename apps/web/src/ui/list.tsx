import type { ReactNode } from 'react';

/** Entries below each other; `empty` takes the place of a list without any. */
export function List<Thing>({
  of: things,
  empty,
  children,
}: {
  of: readonly Thing[];
  empty?: ReactNode;
  /** An entry, with its key. */
  children: (thing: Thing) => ReactNode;
}) {
  if (things.length === 0 && empty) return empty;
  return <ul className="divide-y divide-line">{things.map(children)}</ul>;
}

/** An entry: its name, notes in small print, and buttons. */
export function Row({
  icon,
  name,
  notes,
  children,
}: {
  icon?: ReactNode;
  name: ReactNode;
  notes: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      {icon}
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-medium wrap-anywhere">{name}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-3 wrap-anywhere">{notes}</p>
      </div>
      {children}
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
