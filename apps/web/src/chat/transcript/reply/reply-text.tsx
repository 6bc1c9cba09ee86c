import { type ComponentProps, lazy, Suspense } from 'react';
import { isConnectionLost } from '../../../data/service/connection.ts';
import { loadPart } from '../../../data/service/load-part.ts';

const load = () => import('../../markdown/markdown.tsx');
const Markdown = lazy(() => loadPart(load));

/** Preloads the Markdown renderer for the first reply. */
export function preloadMarkdown(): void {
  // After a failure, it is loaded when it is needed.
  if (!isConnectionLost()) void load().catch(() => undefined);
}

/** A reply's text. Shows the source until the renderer is loaded. */
export function ReplyText(props: ComponentProps<typeof Markdown>) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
