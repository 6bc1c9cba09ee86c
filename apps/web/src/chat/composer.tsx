import { limits } from '@jarvis/contract/limits';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../ui/classes.ts';
import { onCommand } from '../ui/commands.ts';
import { useHasKeys } from '../ui/use-has-keys.ts';
import {
  type DraftPlace,
  joinTexts,
  keepAgain,
  keepAside,
  keepDraft,
  readAside,
  readDraft,
} from './drafts.ts';
import { ModelChooser } from './model-chooser.tsx';
import { newPlace } from './turn.ts';

const countFrom = limits.chatMessageCharsMax * 0.9;

/** The field for writing a message. */
export function Composer({
  place,
  running,
  stopping,
  queued,
  onSend,
  onStop,
  fill,
  onWrite,
  action,
}: {
  /** Where drafts are kept; null for a chat that keeps none. */
  readonly place: DraftPlace | null;
  readonly running: boolean;
  readonly stopping: boolean;
  /** A message is already waiting for the reply to end. */
  readonly queued: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
  /** A text to edit, such as an unsent message; a new object each time. */
  readonly fill: { readonly text: string } | null;
  /** Called when the person begins to write. */
  readonly onWrite?: () => void;
  /** Another choice before the first message. */
  readonly action?: ReactNode;
}) {
  const { t, locale } = useTranslation();
  const hasKeys = useHasKeys();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(place));
  // The text that was replaced by a text to edit.
  const [aside, setAside] = useState(() => readAside(place));
  const length = [...text.trim()].length;
  const tooLong = length > limits.chatMessageCharsMax;
  const sendable = length > 0 && !tooLong && !(running && queued);

  // A phone's keyboard would cover the page that just opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (hasKeys && !isWriting()) field.current?.focus();
    return onCommand('focusComposer', () => field.current?.focus());
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text to edit
  useEffect(() => {
    if (!fill) return;
    setAside(joinTexts(text, aside));
    setText(fill.text);
    field.current?.focus();
  }, [fill]);

  useEffect(() => keepDraft(place, text), [place, text]);
  useEffect(() => keepAside(place, aside), [place, aside]);
  useEffect(() => {
    const leave = () => keepAgain(place);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  function send() {
    if (!sendable) return;
    setText(aside);
    setAside('');
    // The page may close before the effects above have run.
    keepDraft(place, aside);
    keepAside(place, '');
    onSend(text.trim());
  }

  function onKeyDown(event: KeyboardEvent) {
    // During input composition, Enter chooses a candidate; 229 is the code of older browsers.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey && hasKeys) {
      event.preventDefault();
      send();
    }
    if (event.key === 'Escape' && !event.shiftKey && running) {
      event.preventDefault();
      onStop();
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="mx-auto w-full max-w-3xl px-3 sm:px-6"
    >
      <div
        className={cx(
          'relative rounded-3xl border bg-raised shadow-low transition-colors focus-within:border-line-strong',
          place ? 'border-line' : 'border-dashed border-line-strong',
        )}
      >
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
          placeholder={t('chat.placeholder')}
          aria-describedby="composer-count"
          aria-invalid={tooLong || undefined}
          onChange={(event) => {
            if (text === '') onWrite?.();
            setText(event.target.value);
          }}
          onKeyDown={onKeyDown}
          className={cx(
            'block max-h-[40dvh] min-h-14 w-full resize-none bg-transparent py-4 ps-5 text-base leading-6 outline-none scroll-thin',
            running && sendable ? 'pe-28' : 'pe-16',
          )}
        />
        {running && (
          <button
            type="button"
            onClick={onStop}
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
      <div className="flex flex-wrap items-center gap-x-2 px-3 not-empty:py-1">
        {place && <ModelChooser place={place.conversationId ?? newPlace} />}
        {action}
        <p
          id="composer-count"
          className={cx('ms-auto px-2 text-xs', tooLong ? 'font-medium text-danger' : 'text-ink-3')}
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
    </form>
  );
}

/** The person is typing in another field, such as a title: the keys belong there. */
const isWriting = () => document.activeElement?.matches('input, textarea') ?? false;
