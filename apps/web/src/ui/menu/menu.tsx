import { cloneElement, type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';
import { IconButton } from '../button.tsx';
import { tellPartFailed } from '../feedback/toast.tsx';
import type { MenuEntry, MenuProps, MenuView } from './menu-view.tsx';

const load = () => import('./menu-view.tsx');
/** A failure is told when a menu is opened. */
const preload = () => void load().catch(() => undefined);

type IconMenuProps = Omit<MenuProps, 'trigger'> & { icon: ReactNode; className?: string | undefined };

/** A menu that opens from an icon with its name. */
export function IconMenu({ icon, className, ...menu }: IconMenuProps) {
  const trigger = <IconButton icon={icon} label={menu.label} className={className} />;
  return <Menu {...menu} trigger={trigger} />;
}

/** A menu that opens from a button. Its rendering and positioning load when a person is about to open the first one. */
export function Menu(props: MenuProps) {
  const [view, setView] = useState<{ View: typeof MenuView; container: Element | null } | null>(null);
  if (view) return <view.View {...props} container={view.container} />;
  const open = ({ currentTarget }: SyntheticEvent) => {
    // Within the landmark of its trigger, so that assistive technology finds it there.
    const container = currentTarget.closest('nav, main');
    void load().then(({ MenuView: View }) => setView({ View, container }), tellPartFailed);
  };
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open(event);
    },
  });
}

/** A line that does something. */
export const menuItem = (
  label: string,
  icon: ReactNode,
  onSelect: () => void,
  { danger = false } = {},
): MenuEntry => ({ kind: 'item', label, icon, danger, onSelect });
