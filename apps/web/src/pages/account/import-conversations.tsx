import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Upload } from '~icons';
import { queryClient, rpc, trpc } from '../../data/service/client.ts';
import { failureOf, failureText } from '../../data/service/failure.ts';
import { patiently } from '../../data/service/patiently.ts';
import { t } from '../../i18n/translate.ts';
import type { Receipt } from '../../import/import-file.ts';
import { Button } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { announce } from '../../ui/feedback/live-region.tsx';

/** Imports conversations from an export of another program, and shows the outcome. */
export function ImportConversations() {
  const field = useRef<HTMLInputElement>(null);
  const ending = useRef<AbortController>(null);
  const id = useId();
  const [receipt, setReceipt] = useState<Receipt | null>(null);

  // The import of a page that is left ends with the current request.
  useEffect(() => () => ending.current?.abort(), []);

  const run = useMutation({
    mutationFn: async (file: File) => {
      ending.current = new AbortController();
      const { signal } = ending.current;
      setReceipt(null);
      const { importFile } = await import('../../import/import-file.ts');
      return importFile(
        file.stream(),
        (conversations) =>
          patiently(async () => {
            signal.throwIfAborted();
            return (await rpc.conversations.import.mutate({ conversations })).outcomes;
          }),
        (error) => signal.aborted || isFatal(error),
        setReceipt,
      );
    },
    onSuccess: (done) => {
      setReceipt(done.known > 0 ? done : null);
      if (done.known > 0) announce(importedText(done));
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() }),
  });
  const problem = run.isError
    ? failureText(failureOf(run.error))
    : run.data?.known === 0 && t('import.failed');

  return (
    <div className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p id={id} className="max-w-md grow basis-56 text-[0.9375rem] leading-relaxed text-ink-2">
          {t('import.text')}
        </p>
        <Button busy={run.isPending} onClick={() => field.current?.click()} aria-describedby={id}>
          <Upload className="size-4" /> {t('import.choose')}
        </Button>
        <input
          ref={field}
          type="file"
          accept=".json,.zip,application/json,application/zip"
          aria-label={t('import.choose')}
          className="hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) run.mutate(file);
          }}
        />
      </div>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
      {receipt && (
        <ReceiptView
          receipt={receipt}
          heading={
            run.isPending
              ? t('import.running', { percent: Math.floor((100 * receipt.bytes) / run.variables.size) })
              : t(run.isError ? 'import.stopped' : 'import.receipt')
          }
        />
      )}
      <LeaveGuard loses={() => run.isPending} title={t('import.leaveTitle')} text={t('import.leaveText')} />
    </div>
  );
}

/** A failure that would be the same for every conversation. */
function isFatal(error: unknown): boolean {
  const { kind, reason } = failureOf(error);
  return fatal.has(kind) || reason === 'accountFull';
}

const fatal: ReadonlySet<string> = new Set(['unauthenticated', 'restricted', 'unavailable', 'offline']);

const importedText = ({ imported, messages }: Receipt) => t('import.imported', { count: imported, messages });

function ReceiptView({ receipt, heading }: { receipt: Receipt; heading: string }) {
  const { reasons, broken } = receipt;
  const lines = [
    importedText(receipt),
    ...(['alreadyThere', 'changedHere', 'left', 'skipped'] as const).flatMap((what) =>
      receipt[what] > 0 ? t(`import.${what}`, { count: receipt[what] }) : [],
    ),
  ];
  return (
    <div className="mt-4 rounded-xl bg-sunken px-4 py-3 text-sm leading-relaxed">
      <p className="font-medium">{heading}</p>
      <ul className="mt-1 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {broken && <li className="text-danger">{t('import.broken')}</li>}
      </ul>
      {reasons.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer font-medium">{t('import.why')}</summary>
          <ul className="mt-1 list-disc ps-5 text-ink-2">
            {reasons.map(({ title, reason }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
              <li key={i} dir="auto" className="wrap-anywhere">
                {title || t('import.untitled')}: {t(`import.${reason}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
