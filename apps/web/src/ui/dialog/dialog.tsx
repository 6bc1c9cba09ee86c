import * as Primitive from '@radix-ui/react-dialog';
import type { ComponentProps, ReactNode } from 'react';
import { X } from '~icons';
import { t } from '../../i18n/translate.ts';
import { Button, Form, IconButton } from '../button.tsx';
import { cx } from '../classes.ts';
import { useHoldNotices } from '../feedback/toast.tsx';
import { type ChangeOptions, useChange } from '../feedback/use-change.ts';
import { CopyLine } from './copy-button.tsx';

interface Props {
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  /** It cannot be dismissed. */
  readonly insistent?: boolean;
  /** It hides everything behind it. */
  readonly opaque?: boolean;
  readonly wide?: boolean;
  /** No padding and no close button: the content fills it. The title is for screen readers only. */
  readonly bare?: boolean;
  readonly children?: ReactNode;
}

/**
 * A modal dialog. The backdrop is a plain element and not the primitive's overlay: that one locks scrolling with a
 * style element, which the content security policy refuses; here nothing behind a dialog can scroll anyway.
 */
export function Dialog({ onClose, title, description, insistent, opaque, wide, bare, children }: Props) {
  useHoldNotices(true);
  const stay = insistent ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <div
          aria-hidden
          className={cx(
            'fixed inset-0 print:hidden',
            opaque ? 'z-70 bg-canvas' : 'z-40 animate-appear bg-shade',
          )}
        />
        <div
          className={cx(
            'pointer-events-none fixed inset-0 flex items-end justify-center p-3 sm:items-center sm:p-6 print:hidden',
            opaque ? 'z-70' : 'z-50',
          )}
        >
          <Primitive.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...(stay && { onEscapeKeyDown: stay, onInteractOutside: stay })}
            className={cx(
              'pointer-events-auto relative max-h-full w-full animate-rise overflow-y-auto rounded-2xl border border-line bg-raised shadow-high',
              bare ? 'self-start sm:mt-[8dvh]' : 'p-[min(1.5rem,6vw)]',
              wide ? 'max-w-xl' : 'max-w-md',
            )}
          >
            <Primitive.Title
              className={bare ? 'sr-only' : 'pe-10 font-display text-xl font-semibold text-balance'}
            >
              {title}
            </Primitive.Title>
            {description && (
              <Primitive.Description className="mt-2 text-[0.9375rem] leading-relaxed text-ink-2">
                {description}
              </Primitive.Description>
            )}
            {children}
            {!insistent && !bare && (
              <Primitive.Close asChild>
                <IconButton icon={<X />} label={t('common.close')} className="absolute end-4 top-4" />
              </Primitive.Close>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The row of a dialog's buttons. */
function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

interface DialogFormProps extends Props {
  readonly cancel?: string;
  readonly action: string;
  /** The look of the button that carries it out, and whether it can. */
  readonly submit?: Pick<ComponentProps<typeof Button>, 'variant' | 'busy' | 'disabled'>;
  readonly onSubmit: ComponentProps<typeof Form>['onSubmit'];
}

/** A form in a dialog, or a question without fields; `cancel` and `action` name its buttons. */
export function DialogForm({ cancel, action, submit, onSubmit, children, ...dialog }: DialogFormProps) {
  return (
    <Dialog {...dialog}>
      <Form className="mt-5 space-y-4" onSubmit={onSubmit}>
        {children}
        <DialogActions>
          <Button onClick={dialog.onClose}>{cancel ?? t('common.cancel')}</Button>
          <Button type="submit" variant="primary" {...submit}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

type ConfirmProps<Output> = ChangeOptions<Output> &
  Omit<DialogFormProps, 'onSubmit'> & { readonly run: () => Promise<Output> };

/** Asks before an action that cannot be undone, and carries it out. */
export function Confirm<Output>({ run, said, refreshes, ...form }: ConfirmProps<Output>) {
  const { isPending, mutate } = useChange(run, { said, refreshes });
  return (
    <DialogForm
      submit={{ variant: 'danger', busy: isPending }}
      onSubmit={() => mutate(undefined, { onSettled: form.onClose })}
      {...form}
    />
  );
}

interface ShownOnceProps extends Pick<Props, 'title' | 'onClose' | 'children'> {
  readonly description: string;
  readonly secret: string | undefined;
  readonly copyLabel: string;
}

/** A secret, shown once, if there is one. It closes only by its button, because it cannot be shown again. */
export function ShownOnce({ title, description, secret, copyLabel, onClose, children }: ShownOnceProps) {
  if (secret === undefined) return null;
  return (
    <Dialog onClose={onClose} insistent wide title={title} description={description}>
      <CopyLine text={secret} label={copyLabel} testId="shown-once" className="mt-4" />
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t('keys.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
