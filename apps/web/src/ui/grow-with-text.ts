import { type RefObject, useLayoutEffect } from 'react';

/** What `field-sizing: content` does for a field of several lines; Safari has it since 26.2. */
export function useFieldSizing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    // A field of one line has no rows.
    if (!element?.rows || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }, [field, text]);
}
