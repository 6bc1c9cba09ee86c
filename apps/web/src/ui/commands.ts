/** Things that a shortcut or the palette asks of whichever part of the page can do them. */
export type Command = 'focusComposer' | 'copyLastReply' | 'openPalette' | 'openHelp' | 'signOut';

const target = new EventTarget();

export function command(name: Command): void {
  target.dispatchEvent(new Event(name));
}

/** Answers a command for as long as the signal lasts. */
export function onCommand(name: Command, run: () => void): () => void {
  target.addEventListener(name, run);
  return () => target.removeEventListener(name, run);
}
