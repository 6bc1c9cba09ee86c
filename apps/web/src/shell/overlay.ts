import { create } from 'zustand';

export type Overlay = 'palette' | 'bell' | 'help' | 'signOut';

/** The dialog of the app's frame that is open. */
export const useOverlay = create<Overlay | null>()(() => null);

/** Opens a dialog, or closes it if it is open. */
export const toggleOverlay = (overlay: Overlay): void =>
  useOverlay.setState((open) => (open === overlay ? null : overlay));

export const closeOverlay = (): void => useOverlay.setState(null);
