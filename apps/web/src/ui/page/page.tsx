import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAddress } from '../../routing/history.ts';
import { Shown } from '../../routing/use-view.ts';
import { cx } from '../classes.ts';
import { SidebarButton } from './sidebar-state.tsx';
import { useTitle } from './use-title.ts';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page except the chat: a title, its purpose, and the content in one column. */
export function Page({ title, lead, actions, children }: PageProps) {
  useTitle(title);
  const scroller = useScrollPosition();
  return (
    <div ref={scroller} className="h-full overflow-y-auto scroll-thin on-paper">
      <div className="sticky top-0 z-10 flex h-14 items-center bg-canvas/90 px-3 backdrop-blur-sm sm:static sm:h-auto sm:pt-3 print:hidden">
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
    <section className="border-t border-line py-7 first:border-t-0 first:pt-0">
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
    <h2 ref={heading} id={id} className={cx('scroll-mt-16', className)}>
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
    <div role="group" aria-label={label} className="flex w-fit flex-wrap gap-1 rounded-xl bg-sunken p-1">
      {options.map(([option, name, count]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={cx(
            'tap rounded-lg px-3 py-1.5 text-sm font-medium transition-colors',
            option === value ? 'bg-raised text-ink shadow-low' : 'text-ink-2 hover:text-ink',
          )}
        >
          {name} {count !== undefined && <span className="ms-0.5 text-ink-3 tabular-nums">{count}</span>}
        </button>
      ))}
    </div>
  );
}
