import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** Code as coloured elements; null for a language that is not known. Loaded when the first code is shown. */
export function highlight(code: string, language: string): ReactNode | null {
  if (!lowlight.registered(language)) return null;
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs });
}
