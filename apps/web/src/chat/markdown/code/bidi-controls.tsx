import { Children, type ReactNode } from 'react';

const control = /([\u202A-\u202E\u2066-\u2069])/;

/**
 * Code with a label for each control of the writing direction, because such controls make code look different from what
 * it is ("Trojan Source"). A control stays in the text, for copying; its box limits its effect to itself.
 */
export const bidiControlsShown = (code: ReactNode): ReactNode =>
  Children.map(code, (piece) => (typeof piece === 'string' ? piece.split(control).map(labelled) : piece));

/** Every second part is a control. */
const labelled = (part: string, index: number): ReactNode =>
  index % 2 ? (
    <span
      key={index}
      data-control={`U+${part.charCodeAt(0).toString(16).toUpperCase()}`}
      className="inline-block rounded bg-danger-soft px-1 text-danger before:content-[attr(data-control)]"
    >
      {part}
    </span>
  ) : (
    part
  );
