import { create } from 'zustand';

const useSpoken = create<string>()(() => '');

/** Has a screen reader read a text once, after its current one. */
export function announce(text: string): void {
  // A repeated text would not be a change, so it would not be read.
  useSpoken.setState((spoken) => (text === spoken ? `${text} ` : text));
}

export function LiveRegion() {
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only" data-testid="live-region">
      {useSpoken()}
    </div>
  );
}
