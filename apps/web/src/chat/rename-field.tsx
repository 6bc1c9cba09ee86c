import type { Conversation } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n/translate.ts';
import { cx } from '../ui/classes.ts';
import { isComposing } from '../ui/keyboard/is-composing.ts';
import { oneLine } from '../ui/one-line.ts';
import { renameConversation } from './conversation-actions.ts';

interface RenameFieldProps {
  readonly conversation: Conversation;
  readonly className: string;
  readonly onDone: () => void;
}

/**
 * Renaming a conversation in place. Enter and leaving save the title, Escape does not; an empty or too long one changes
 * nothing.
 */
export function RenameField({ conversation, className, onDone }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const [tooLong, setTooLong] = useState(false);
  useEffect(() => field.current?.select(), []);

  function finish(keep: boolean) {
    if (done.current) return;
    const next = titleOf(field.current?.value ?? '');
    if (keep && isTooLong(next)) return;
    done.current = true;
    onDone();
    if (keep && next !== '' && next !== conversation.title) void renameConversation(conversation, next);
  }

  return (
    <div className="w-full">
      <input
        ref={field}
        defaultValue={conversation.title}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit this
        autoFocus
        dir="auto"
        aria-label={t('conversations.renameLabel')}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? 'rename-problem' : undefined}
        onChange={(event) => setTooLong(isTooLong(titleOf(event.target.value)))}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Enter') finish(true);
          if (event.key === 'Escape') {
            event.stopPropagation();
            finish(false);
          }
        }}
        className={cx(
          'w-full border bg-raised text-ink',
          tooLong ? 'border-danger' : 'border-accent',
          className,
        )}
      />
      {tooLong && (
        <p id="rename-problem" role="alert" className="px-2.5 py-1 text-sm text-danger">
          {t('common.tooLong', { max: limits.conversationTitleCharsMax })}
        </p>
      )}
    </div>
  );
}

const titleOf = (text: string) => oneLine(text).trim();
const isTooLong = (title: string) => [...title].length > limits.conversationTitleCharsMax;
