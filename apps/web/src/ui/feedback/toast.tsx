import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { X } from '~icons';
import { failureOf, failureText } from '../../data/service/failure.ts';
import { t } from '../../i18n/translate.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../classes.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It is unrelated to the person's current task: it waits while a dialog is open. */
  readonly waits?: boolean;
  /** Called once when it closes without its action. */
  readonly onGone?: () => void;
}

const toastShownMs = 6_000;

interface Shown {
  readonly toasts: readonly Toast[];
  readonly openDialogs: number;
  readonly composers: number;
}

const useToasts = create<Shown>()(() => ({ toasts: [], openDialogs: 0, composers: 0 }));
let lastId = 0;

const allToasts = () => useToasts.getState().toasts;

/** Shows a short notice for some seconds, with at most one action. Returns its id. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  while (allToasts().length > 2) dropToast(allToasts()[0]?.id ?? 0);
  useToasts.setState({ toasts: [...allToasts(), { ...toast, id: lastId }] });
  return lastId;
}

/** Says in a notice what was done, and takes it back by its button. */
export const offerUndo = (text: string, run: () => void): number =>
  showToast({ text, action: { label: t('common.undo'), run } });

/** Says in a notice why a call failed. The end of the session has its dialog, which the notice would outlive. */
export function showFailure(error: unknown): void {
  const failure = failureOf(error);
  if (failure.kind !== 'unauthenticated') showToast({ text: failureText(failure) });
}

/** Says that a part of the page could not be loaded: a browser does not fetch it again until the page is reloaded. */
export function tellPartFailed(): void {
  showToast({
    text: t('failure.crash'),
    action: { label: t('failure.reload'), run: () => location.reload() },
  });
}

/** Closes a notice; `acted` when its action was used. */
export function dropToast(id: number, acted = false): void {
  const toast = allToasts().find((candidate) => candidate.id === id);
  if (!toast) return;
  useToasts.setState({ toasts: allToasts().filter((candidate) => candidate.id !== id) });
  if (acted) toast.action?.run();
  else toast.onGone?.();
}

/** While a dialog is open. */
export const useHoldNotices = (open: boolean): void => useCounted('openDialogs', open);

/** While the page ends with a composer. */
export const useRaiseNotices = (): void => useCounted('composers', true);

/** Not found by a style with `:has` at the root: WebKit would style each row of a long list again at each key press. */
function useCounted(what: 'openDialogs' | 'composers', isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const count = (more: number) => useToasts.setState((now) => ({ [what]: now[what] + more }));
    count(1);
    return () => count(-1);
  }, [what, isShown]);
}

/**
 * The area of notices: at the end of the page, or at its top where one would cover the composer or the buttons of a
 * dialog, or be behind a phone's keyboard.
 */
export function Toaster() {
  const { toasts, openDialogs, composers } = useToasts();
  return (
    <section
      aria-live="polite"
      aria-relevant="additions"
      aria-label={t('common.notices')}
      className={cx(
        'pointer-events-none fixed inset-x-0 print:hidden top-0 z-[60] flex flex-col items-center gap-2 p-4 pt-[calc(env(safe-area-inset-top)+3.75rem)]',
        openDialogs + composers === 0 && 'sm:top-auto sm:bottom-0',
      )}
    >
      {toasts.map((toast) =>
        toast.waits && openDialogs > 0 ? null : <Notice key={toast.id} toast={toast} />,
      )}
    </section>
  );
}

/** It closes when it has been shown for some seconds without being hovered or focused. */
function Notice({ toast: { id, text, action } }: { toast: Toast }) {
  const [isKept, keep] = useState(false);
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => dropToast(id), toastShownMs);
    return () => clearTimeout(timer);
  }, [isKept, id]);
  return (
    <div
      role="group"
      onPointerEnter={() => keep(true)}
      onPointerLeave={() => keep(false)}
      onFocus={() => keep(true)}
      onBlur={() => keep(false)}
      className={cx(
        'pointer-events-auto flex max-w-[min(32rem,100%)] animate-rise items-center rounded-xl border border-line bg-ink py-1.5 ps-4 pe-1.5 text-[0.9375rem] text-canvas shadow-high',
        action && 'flex-wrap',
      )}
    >
      <span className="grow py-1 pe-2.5 wrap-anywhere">{text}</span>
      <span className="ms-auto flex items-center gap-1">
        {action && (
          <button
            type="button"
            onClick={() => dropToast(id, true)}
            className="tap rounded-lg px-2.5 py-1.5 font-semibold text-canvas underline underline-offset-4 hover:no-underline focus-visible:outline-canvas"
          >
            {action.label}
          </button>
        )}
        <IconButton
          icon={<X />}
          label={t('common.dismiss')}
          steps
          onClick={() => dropToast(id)}
          className="text-canvas hover:bg-canvas/15 hover:text-canvas focus-visible:outline-canvas"
        />
      </span>
    </div>
  );
}
