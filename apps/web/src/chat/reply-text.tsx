import { lazy, Suspense } from 'react';
import { isConnectionLost } from '../data/connection.ts';
import { loadPart } from '../data/load-part.ts';

const load = () => import('./markdown/markdown.tsx');
const Markdown = lazy(() => loadPart(load));

/** Begins to load what draws Markdown, so that it is there when the first reply is. */
export function preloadMarkdown(): void {
  // What fails here is loaded when it is drawn.
  if (!isConnectionLost()) void load().catch(() => undefined);
}

/** A reply's text. Until the renderer is there, the text as it was written. */
export function ReplyText(props: {
  readonly text: string;
  readonly streaming: boolean;
  readonly sourceCount: number;
  readonly messageId: string;
}) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
