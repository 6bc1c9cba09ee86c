/** Commands of a shortcut, for the part of the page that can carry them out. */
export type Command = 'focusComposer' | 'copyLastReply';

const target = new EventTarget();

export function command(name: Command): void {
  target.dispatchEvent(new Event(name));
}

/** Carries out a command. Returns a function that ends this. */
export function onCommand(name: Command, run: () => void): () => void {
  target.addEventListener(name, run);
  return () => target.removeEventListener(name, run);
}
