import { useEffect } from 'react';

let title = document.title;
let marked = false;

/** Sets the title of the window while the page is shown. */
export function useTitle(text: string) {
  useEffect(() => {
    title = text === 'Jarvis' ? text : `${text} · Jarvis`;
    show();
  }, [text]);
}

/** Marks the title of a window that is out of sight: there is something new in it. */
export function markTitle(): void {
  marked = true;
  show();
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' || !marked) return;
  marked = false;
  show();
});

function show() {
  document.title = marked ? `● ${title}` : title;
}
