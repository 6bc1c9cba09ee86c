import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** Code as coloured elements; null for an unknown language. Loaded with the first code. */
export function highlight(code: string, language: string): ReactNode | null {
  if (!lowlight.registered(language)) return null;
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs });
}
