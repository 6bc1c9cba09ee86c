import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useState,
} from 'react';
import type { MenuView } from './menu-view.tsx';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly danger?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'link'; readonly label: string; readonly icon?: ReactNode; readonly href: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'line' }
  | MenuChoice;

/** Several of which one is chosen. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChange: (value: string) => void;
}

export interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'end';
}

const load = () => import('./menu-view.tsx');

/**
 * A menu that opens from a button. What draws it, and finds its place on the screen, is loaded when somebody is
 * about to open the first one.
 */
export function Menu(props: MenuProps) {
  const [view, setView] = useState<{ View: typeof MenuView; container: Element | null } | null>(null);
  if (view) return <view.View {...props} container={view.container} />;
  const open = ({ currentTarget }: SyntheticEvent) => {
    // Within the landmark of its trigger, so that it is found where it belongs.
    const container = currentTarget.closest('nav, main');
    void load().then(({ MenuView: View }) => setView({ View, container }));
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open(event);
    },
  });
}
