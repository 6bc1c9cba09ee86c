import { type RefObject, useLayoutEffect } from 'react';

/** Makes a field of several lines as high as its text. */
export function growWithText(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  const borders = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borders}px`;
}

/** What `field-sizing: content` does for a field of several lines; Safari has it since 26.2. */
export function useFieldSizing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    // A field of one line has no rows.
    if (field.current?.rows && !CSS.supports('field-sizing', 'content')) growWithText(field.current);
  }, [field, text]);
}
