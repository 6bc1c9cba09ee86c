import { lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { loadPart } from '../../../data/service/load-part.ts';
import { withTexts } from '../../../i18n/index.ts';
import { ConversationFiles } from './conversation-files.ts';

const FileTextDialog = lazy(() => loadPart(() => withTexts('files', import('./file-text-dialog.tsx'))));

interface PageCitationProps {
  readonly fileId: string;
  readonly page: number;
  readonly children: ReactNode;
}

/** A cited page of a file: opens its text there. */
export function PageCitation({ fileId, page, children }: PageCitationProps) {
  const file = useContext(ConversationFiles).find(({ id }) => id === fileId);
  const [open, setOpen] = useState(false);
  if (!file) return children;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="text-start text-accent underline underline-offset-2 hover:no-underline"
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <FileTextDialog file={file} page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
