import { useEffect, useState } from 'react';

/** The titles of the page's parts, the current one last. */
const titles: { text: string }[] = [];
let marked = false;

/** Sets the window's title while the page is shown; then the previous one applies again. */
export function useTitle(text: string) {
  const [own] = useState({ text });
  useEffect(() => {
    titles.push(own);
    return () => {
      titles.splice(titles.indexOf(own), 1);
      show();
    };
  }, [own]);
  useEffect(() => {
    own.text = text;
    show();
  }, [own, text]);
}

/** Marks the title of a hidden window: there is something new in it. */
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
  // The title of the left page stays until the next one is loaded.
  const text = titles.at(-1)?.text ?? document.title.replace(/^● | · Jarvis$/g, '');
  const title = text === 'Jarvis' ? text : `${text} · Jarvis`;
  document.title = marked ? `● ${title}` : title;
}
