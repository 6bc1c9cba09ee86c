import { limits } from '@jarvis/contract/limits';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { ArrowUp, Square } from '~icons';
import type { StoredFile } from '../data/types.ts';
import {
  addComposer,
  joinTexts,
  temporaryPlace,
  useAside,
  useMessageDraft,
  type WrittenMessage,
} from '../drafts/drafts.ts';
import { appLocale, t } from '../i18n/translate.ts';
import { Form, firstClick } from '../ui/button.tsx';
import { cx } from '../ui/classes.ts';
import { useRaiseNotices } from '../ui/feedback/toast.tsx';
import { useFieldSizing } from '../ui/grow-with-text.ts';
import { isComposing } from '../ui/keyboard/is-composing.ts';
import { useHasKeys } from '../ui/keyboard/use-has-keys.ts';
import { AttachButton } from './files/composer/attach-button.tsx';
import { readPaste } from './files/composer/paste.ts';
import { DropHint, useDrops } from './files/composer/use-drops.tsx';
import { useFiles } from './files/composer/use-files.ts';
import { ModelChooser } from './model-chooser.tsx';

const countFrom = limits.chatMessageCharsMax * 0.9;

interface Props {
  readonly place: string;
  readonly running: boolean;
  readonly stopping: boolean;
  /** A message is already waiting for the reply to end. */
  readonly queued: boolean;
  /** Returns whether the message was accepted. */
  readonly onSend: (text: string, files: readonly StoredFile[]) => boolean;
  readonly onStop: () => void;
  /** Called when the person begins to write. */
  readonly onWrite?: () => void;
  /** Another choice before the first message. */
  readonly action?: ReactNode;
}

/** The field for writing a message, and for its files. */
export function Composer({ place, running, stopping, queued, onSend, onStop, onWrite, action }: Props) {
  const locale = appLocale();
  const hasKeys = useHasKeys();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, changeText] = useMessageDraft(place);
  const [aside, changeAside] = useAside(place);
  const files = useFiles(place);
  const { count, hasFailed, isPending } = files.state;
  const over = useDrops(add);
  const length = [...text.trim()].length;
  const tooLong = length > limits.chatMessageCharsMax;
  const waits = (running && queued) || hasFailed || isPending;
  const sendable = length + count > 0 && !tooLong && !waits;

  // A phone's keyboard would cover the page that just opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useLayoutEffect(() => {
    // Safari before 18.4 also focuses a field whose selection is set.
    if (!hasKeys || isWriting()) return;
    field.current?.focus();
    // The person may be writing, on the page of a new chat that this one replaces.
    field.current?.setSelectionRange(text.length, text.length);
  }, []);

  const put = useEffectEvent((message: WrittenMessage) => {
    changeAside((now) => joinTexts(text, now));
    changeText(() => message.text);
    files.putBack(message.files ?? []);
    field.current?.focus();
  });
  const sendWithFiles = useEffectEvent((sent: string, attached: readonly StoredFile[]) => {
    if (!onSend(sent, attached)) return false;
    leave();
    return true;
  });
  useEffect(() => addComposer(place, { put, send: sendWithFiles }), [place]);
  useRaiseNotices();

  useFieldSizing(field, text);

  function add(...added: Parameters<typeof files.add>) {
    files.add(...added);
    field.current?.focus();
  }

  /** A click of a button. It is about to be replaced: the keys and the click that follow are not for its neighbor. */
  const clicked = (act?: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    firstClick(act)(event);
    if (hasKeys) field.current?.focus();
  };

  /** The message was sent: the replaced text comes back. */
  function leave() {
    changeText(() => aside);
    changeAside(() => '');
  }

  function send() {
    if (!sendable) return;
    // A message of files alone is sent with a short text.
    if (count > 0) return files.send(text.trim() || t('files.message', { count }));
    leave();
    onSend(text.trim(), []);
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = readPaste(event.clipboardData.getData('text/plain'), [...event.clipboardData.files]);
    if (pasted.kind === 'files') {
      event.preventDefault();
      add(pasted.files);
    } else if (pasted.kind === 'longText') {
      files.offer(pasted.text, () => changeText((now) => now.replace(pasted.text, '')));
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && hasKeys) {
      event.preventDefault();
      if (!event.repeat) send();
    }
    if (event.key === 'Escape' && !event.shiftKey && running) {
      event.preventDefault();
      onStop();
    }
  }

  return (
    <Form onSubmit={send} className="mx-auto w-full max-w-3xl px-3 sm:px-6">
      <div
        className={cx(
          'relative rounded-3xl border bg-raised shadow-low transition-colors focus-within:border-line-strong',
          place === temporaryPlace ? 'border-dashed border-line-strong' : 'border-line',
        )}
      >
        {over && <DropHint />}
        {files.view}
        <label htmlFor="composer" className="sr-only">
          {t('chat.composer')}
        </label>
        <textarea
          id="composer"
          ref={field}
          value={text}
          rows={1}
          dir="auto"
          enterKeyHint={hasKeys ? 'send' : 'enter'}
          readOnly={isPending}
          placeholder={count > 0 ? t('files.message', { count }) : t('chat.placeholder')}
          aria-describedby="composer-count"
          aria-invalid={tooLong || undefined}
          onChange={(event) => {
            if (text === '') onWrite?.();
            changeText(() => event.target.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={cx(
            'block field-sizing-content max-h-[40dvh] min-h-14 w-full resize-none bg-transparent py-4 ps-14 placeholder:truncate text-base leading-6 outline-none scroll-thin',
            running && sendable ? 'pe-28' : 'pe-16',
          )}
        />
        <AttachButton onPick={add} />
        {running && (
          <button
            type="button"
            onClick={clicked(onStop)}
            disabled={stopping}
            aria-label={t(stopping ? 'chat.stopping' : 'chat.stop')}
            title={t('chat.stop')}
            className={cx(
              'tap absolute bottom-2 flex size-10 items-center justify-center rounded-2xl bg-ink text-canvas transition-opacity hover:opacity-85 disabled:opacity-50',
              sendable ? 'end-14' : 'end-2',
            )}
          >
            <Square className="size-3.5 fill-current" />
          </button>
        )}
        {(!running || sendable) && (
          <button
            type="submit"
            onClick={clicked()}
            disabled={!sendable}
            aria-label={t(running ? 'chat.queue' : 'chat.send')}
            title={t(running ? 'chat.queue' : 'chat.send')}
            className="tap absolute end-2 bottom-2 flex size-10 items-center justify-center rounded-2xl bg-accent text-accent-ink transition-colors hover:bg-accent-hover disabled:bg-sunken disabled:text-ink-3"
          >
            <ArrowUp className="size-5" />
          </button>
        )}
      </div>
      {aside !== '' && <p className="px-5 pt-1.5 text-xs text-ink-3">{t('chat.aside')}</p>}
      <div className="items-center px-3 py-1 sm:flex">
        <div className="flex min-w-0 items-center gap-x-2">
          {place !== temporaryPlace && <ModelChooser place={place} />}
          {action}
        </div>
        <p
          id="composer-count"
          className={cx(
            'ms-auto px-2 text-end text-xs sm:whitespace-nowrap',
            tooLong ? 'font-medium text-danger' : 'text-ink-3',
            length < countFrom && 'low:hidden',
          )}
          aria-live={length < countFrom ? 'off' : 'polite'}
        >
          {length < countFrom
            ? hasKeys && t('chat.hint')
            : t(tooLong ? 'chat.overLimit' : 'chat.nearLimit', {
                count: length.toLocaleString(locale),
                max: limits.chatMessageCharsMax.toLocaleString(locale),
              })}
        </p>
      </div>
    </Form>
  );
}

/** Puts the focus into the composer of the page, if it has one. */
export const focusComposer = (): void => document.getElementById('composer')?.focus();

/** The person is typing in another field, such as a title: the keys belong there. */
const isWriting = () => document.activeElement?.matches('input, textarea') ?? false;
