import { useEffect, useEffectEvent, useRef } from 'react';
import { FileText, Send, X } from '~icons';
import { t } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { announce } from '../../../ui/feedback/live-region.tsx';
import { progressOf, stateOf, type TrayState } from '../uploads/tray.ts';
import { addFiles, dropProblems, holdBack, useTray } from '../uploads/uploads.ts';
import { ComposerChip, problemText } from './composer-chip.tsx';

export { addFiles, holdBack, putBack, restoreDraft, sendWith } from '../uploads/uploads.ts';

interface ComposerFilesProps {
  /** The place of the composer. */
  readonly name: string;
  /** Pasted text that is too long for a message. */
  readonly offered: { readonly text: string; readonly remove: () => void } | null;
  readonly onOfferEnd: () => void;
  readonly onState: (state: TrayState) => void;
}

/** Above the composer's text: a chip for each file, refused files, and the reason why the message waits. */
export function ComposerFiles({ name, offered, onOfferEnd, onState }: ComposerFilesProps) {
  const tray = useTray(name);
  const { items, problems, pending } = tray;
  const { count, hasFailed, isPending } = stateOf(tray);
  useEffect(() => onState({ count, hasFailed, isPending }), [onState, count, hasFailed, isPending]);

  // Announces each file twice: when it is added, and when it has arrived, or why it has not.
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { key, name: file, phase, problem } of items) {
      const before = known.current.get(key);
      known.current.set(key, phase);
      if (before === undefined && phase !== 'stored') announce(t('files.added', { name: file }));
      else if (before !== undefined && before !== phase && phase === 'stored')
        announce(t('files.arrived', { name: file }));
      else if (before !== phase && phase === 'offline') announce(t('files.offline'));
      else if (before !== phase && problem) announce(problemText(problem));
    }
  }, [items]);

  const pendingText =
    pending !== null && t('files.pending', { percent: Math.floor(progressOf(items) * 100) });
  const announcePending = useEffectEvent(() => pendingText && announce(pendingText));
  const waits = pending !== null;
  // Once: a status would be read at each percent.
  useEffect(() => void (waits && announcePending()), [waits]);

  function attachText() {
    if (!offered) return;
    addFiles(name, [new File([offered.text], 'pasted.txt', { type: 'text/plain' })]);
    offered.remove();
    onOfferEnd();
  }

  if (items.length === 0 && problems.length === 0 && !offered) return null;
  return (
    <div className="space-y-2 px-3 pt-3">
      {items.length > 0 && (
        // Many files scroll, so that the text and the button to send stay on a phone's screen.
        <ul
          aria-label={t('files.attached')}
          data-composer-files
          className="-m-1 flex max-h-[35dvh] flex-wrap gap-2 overflow-y-auto p-1 scroll-thin"
        >
          {items.map((item) => (
            <ComposerChip key={item.key} tray={name} item={item} />
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div
          role="alert"
          className="flex items-start gap-2 rounded-xl bg-danger-soft px-3 py-1.5 text-sm text-danger"
        >
          <ul className="min-w-0 flex-1 space-y-1 self-center py-1 wrap-anywhere">
            {[...new Set(problems.map(problemText))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <IconButton
            icon={<X />}
            label={t('common.dismiss')}
            onClick={() => dropProblems(name)}
            className="size-8 text-danger"
          />
        </div>
      )}
      {offered && (
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-2 text-sm text-ink-2">
          <span className="min-w-0">{t('files.longPaste')}</span>
          <Button size="small" onClick={attachText}>
            <FileText className="size-3.5" /> {t('files.attachPaste')}
          </Button>
          <Button size="small" variant="quiet" onClick={onOfferEnd}>
            {t('files.keepPaste')}
          </Button>
        </div>
      )}
      {pendingText && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-2 text-sm text-ink-2">
          <Send className="size-4 shrink-0 text-accent" />
          <span className="min-w-0 flex-1">{pendingText}</span>
          <Button size="small" variant="quiet" onClick={() => holdBack(name)}>
            {t('files.holdBack')}
          </Button>
        </div>
      )}
    </div>
  );
}
