import { useEffect, useState } from 'react';

/** What is on the page, the last on top. */
const titles: { text: string }[] = [];
let marked = false;

/** Sets the title of the window while the page is shown; afterwards the one below it holds again. */
export function useTitle(text: string) {
  const [own] = useState({ text });
  useEffect(() => {
    titles.push(own);
    show();
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
  // The title of the page that was left stays until the next one is loaded.
  const text = titles.at(-1)?.text ?? document.title.replace(/^● | · Jarvis$/g, '');
  const title = text === 'Jarvis' ? text : `${text} · Jarvis`;
  document.title = marked ? `● ${title}` : title;
}
