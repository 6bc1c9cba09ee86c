import type { ComponentProps } from 'react';
import { Link } from '../routing/link.tsx';
import { type ButtonLook, buttonClasses } from './button.tsx';
import { cx } from './classes.ts';

/** A link to a page of the app that looks like a button. */
export function LinkButton({ variant, size, className, ...link }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...link} className={cx(buttonClasses({ variant, size }), className)} />;
}
