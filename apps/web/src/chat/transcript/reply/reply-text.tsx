import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { isConnectionLost } from '../../../data/service/connection.ts';
import { loadPart } from '../../../data/service/load-part.ts';

let loaded: typeof import('../../markdown/markdown.tsx').default | undefined;
const load = async () => {
  const part = await import('../../markdown/markdown.tsx');
  loaded = part.default;
  return part;
};
const Lazy = lazy(() => loadPart(load));

/** Preloads the Markdown renderer. */
export async function preloadMarkdown(): Promise<void> {
  // After a failure, it is loaded when it is needed.
  if (!isConnectionLost()) await load().catch(() => undefined);
}

/** A reply's text. Shows the source until the renderer is loaded. */
export function ReplyText(props: ComponentProps<typeof Lazy>) {
  // React would show the source for 300 ms, even if a lazy renderer has been loaded.
  const [Markdown] = useState(() => loaded ?? Lazy);
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
