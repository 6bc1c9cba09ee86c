import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { failureOf } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { Shown, useAddress } from '../../routing/history.ts';
import { Button } from '../button.tsx';
import { cx } from '../classes.ts';
import { LoadFailed } from '../feedback/load-failed.tsx';
import { SidebarButton } from './sidebar-state.tsx';
import { useTitle } from './use-title.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** False on a page that is only read: then Tab reaches the page itself, for the keys that scroll. */
  readonly hasControls?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page except the chat: a title, its purpose, and the content in one column. */
export function Page({ title, lead, actions, hasControls = true, children }: PageProps) {
  useTitle(title);
  const scroller = useScrollPosition();
  return (
    <div
      ref={scroller}
      // Firefox would stop at each for keys that scroll, and a screen reader has no name for it.
      {...(hasControls ? { tabIndex: -1 } : { tabIndex: 0, role: 'region', 'aria-label': title })}
      className={cx(
        'h-full scroll-pt-16 scroll-pb-2 overflow-y-auto scroll-thin on-paper',
        hasControls ? 'outline-none' : 'focus-visible:-outline-offset-2',
      )}
    >
      {/* Without Tailwind's class, which brings a kilobyte to the first load, even if only a comment names it. */}
      <div className="sticky top-0 z-10 flex h-14 items-center bg-canvas/90 px-3 [backdrop-filter:blur(8px)] sm:static sm:h-auto sm:pt-3 print:hidden">
        <SidebarButton />
      </div>
      <div className="mx-auto w-full max-w-3xl px-5 pt-2 pb-24 sm:px-8 sm:pt-8">
        <header className="mb-8 flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 max-w-xl">
            <h1 className="font-display text-[clamp(1.2rem,7vw,1.75rem)] leading-tight font-semibold text-balance wrap-anywhere hyphens-auto">
              {title}
            </h1>
            {lead && <p className="mt-2 leading-relaxed text-pretty text-ink-2 wrap-anywhere">{lead}</p>}
          </div>
          {actions}
        </header>
        {children}
      </div>
    </div>
  );
}

/** The scroll position of each page, by its entry in the history. */
const positions = new Map<string, number>();

/** Restores a page's scroll position when the browser goes back to it, as a browser does with a document. */
function useScrollPosition(): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const { key = '' } = use(Shown).state;
  // The drawer's own entry belongs to the same page.
  const [entry] = useState(key);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = positions.get(entry) ?? 0;
    return () => void positions.set(entry, element.scrollTop);
  }, [entry]);
  return scroller;
}

/** A titled part of a settings page. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-7 first-of-type:border-t-0 first-of-type:pt-0">
      <PartHeading id={id} className="mb-4 font-display text-lg font-semibold">
        {title}
      </PartHeading>
      {children}
    </section>
  );
}

interface PartHeadingProps {
  readonly id: string;
  readonly className: string;
  readonly children: string;
}

/** The heading of a part of a page, linked by `#` and its id. */
export function PartHeading({ id, className, children }: PartHeadingProps) {
  const location = useAddress((address) => address);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (location.hash === `#${id}`) heading.current?.scrollIntoView();
  }, [location, id]);
  return (
    <h2 ref={heading} id={id} className={className}>
      {children}
    </h2>
  );
}

interface FilterProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Each is its value and its name; `count` is the number of its entries. */
  readonly options: readonly (readonly [value: Value, name: string, count?: number | undefined])[];
  readonly onChange: (value: Value) => void;
}

/** Several views of one list, of which one is chosen. */
export function Filter<Value extends string>({ label, value, options, onChange }: FilterProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex w-fit flex-wrap gap-0.5 rounded-xl bg-sunken p-1">
      {options.map(([option, name, count]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cx(
            'tap rounded-lg px-2.5 py-1.5 text-sm font-medium transition-colors',
            option === value ? 'bg-raised text-ink shadow-low' : 'text-ink-2 hover:text-ink',
          )}
        >
          {name} {count !== undefined && <span className="ms-0.5 text-ink-3 tabular-nums">{count}</span>}
        </button>
      ))}
    </div>
  );
}

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
  readonly text?: string | false;
  readonly action?: ReactNode;
}

/** The empty state: what will be here, and how it is added. */
export function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <div className="flex animate-appear flex-col items-center rounded-2xl border border-dashed border-line px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent [&_svg]:size-5">
        {icon}
      </div>
      <p className="font-display text-lg font-semibold">{title}</p>
      {text && <p className="mt-1.5 max-w-sm leading-relaxed text-balance text-ink-2">{text}</p>}
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
      <div className="-me-2.5 ms-auto flex flex-wrap gap-x-3 gap-y-1">{children}</div>
    </li>
  );
}

type RowButtonProps = ComponentProps<typeof Button> & { readonly action: string; readonly of: string };

/** An action on an entry, by its name or as `children`. A screen reader says which entry: `of`. */
export function RowButton({ action, of, children = action, ...button }: RowButtonProps) {
  return (
    <Button size="small" aria-label={`${action}: ${of}`} {...button}>
      {children}
    </Button>
  );
}

/** What a button does, and the button. */
export function Offer({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 py-2">
      <p className="max-w-md grow basis-56 text-[0.9375rem] leading-relaxed wrap-anywhere text-ink-2">
        {text}
      </p>
      {children}
    </div>
  );
}

/** A mark after the name of an entry. */
export function Badge({ danger, children }: { danger?: boolean; children: string }) {
  const colours = danger ? 'bg-danger-soft text-danger' : 'bg-accent-soft text-accent';
  return <span className={`rounded-full px-2 py-0.5 text-xs font-medium ${colours}`}>{children}</span>;
}
