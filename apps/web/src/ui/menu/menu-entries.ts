import type { ReactElement, ReactNode } from 'react';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'line' };

/** A line that does something. */
export const menuItem = (
  label: string,
  icon: ReactNode,
  onSelect: () => void,
  { danger = false } = {},
): MenuEntry => ({ kind: 'item', label, icon, danger, onSelect });

export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
}
