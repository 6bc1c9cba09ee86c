import { lazy, Suspense } from 'react';

const load = () => import('./markdown/markdown.tsx');
const Markdown = lazy(load);

/** Begins to load what draws Markdown, so that it is there when the first reply is. */
export function preloadMarkdown(): Promise<unknown> {
  return load();
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
