import type { MessageWithExtras } from '@jarvis/contract';
import {
  type ComponentProps,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useState,
} from 'react';
import { loadPart } from '../../../data/service/load-part.ts';
import type { StoredFile } from '../../../data/types.ts';
import { withTexts } from '../../../i18n/index.ts';
import { isDeleted } from '../file-kinds.ts';

const FileTextDialog = lazy(() => loadPart(() => withTexts('files', import('./file-text-dialog.tsx'))));

/** The files of the shown conversation, oldest first: replies cite their pages. */
export const ConversationFiles = createContext<readonly StoredFile[]>([]);

/** The same list object while the loaded messages have the same files, so that replies are not rendered again. */
export function useConversationFiles(messages: readonly MessageWithExtras[] = []): readonly StoredFile[] {
  const files = messages.flatMap(({ files: some = [] }) => some.filter((file) => !isDeleted(file)));
  const ids = files.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: by their ids
  return useMemo(() => files as readonly StoredFile[], [ids]);
}

/** A cited page of a file of the conversation. */
export function PageCitation(props: { fileId: string; page: number; children: ReactNode }) {
  const { fileId, page, children } = props;
  const file = useContext(ConversationFiles).find(({ id }) => id === fileId);
  if (!file) return children;
  return (
    <FileTextButton
      file={file}
      page={page}
      className="text-start text-accent underline underline-offset-2 hover:no-underline"
    >
      {children}
    </FileTextButton>
  );
}

interface FileTextButtonProps extends Omit<ComponentProps<typeof FileTextDialog>, 'onClose'> {
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Opens the text of a file at a page. */
export function FileTextButton({ file, page, ...button }: FileTextButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" {...button} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <FileTextDialog file={file} page={page} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
