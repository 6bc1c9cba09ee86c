import { type ComponentProps, createContext, type MouseEvent, use } from 'react';
import { type Address, leadsTo } from './addresses.ts';
import { navigate, useAddress } from './history.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: Address;
  /** Added while the address is the window's. */
  readonly currentClassName?: string;
  /** Goes there in place of `navigate`; not called when the browser opens the link in a tab. */
  readonly onFollow?: () => void;
}

/** Loads the parts of the page of an address. */
export const Preload = createContext<(to: Address) => void>(() => {});

/** A link to a page of the app, which loads its parts when a person is about to follow it. */
export function Link(props: LinkProps) {
  const { to, currentClassName = '', className = '', onClick, onFollow, ...rest } = props;
  const isCurrent = useAddress((location) => leadsTo(to, location));
  const load = use(Preload);
  const preload = () => load(to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { defaultPrevented, button, detail, metaKey, altKey, ctrlKey, shiftKey } = event;
    // The browser opens a tab or a window, or saves the page.
    if (defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    // The second click of a double click on what stood here before, such as the button that opens the sidebar.
    if (detail > 1) return;
    if (onFollow) onFollow();
    else navigate(to);
  };
  return (
    <a
      {...rest}
      href={to}
      className={isCurrent ? `${className} ${currentClassName}` : className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    />
  );
}
