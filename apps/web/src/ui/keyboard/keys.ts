import { t } from '../../i18n/translate.ts';

/** The app's keyboard shortcuts. `mod` is Ctrl, or Cmd on a Mac. */
const shortcuts = {
  palette: { mod: true, shift: false, key: 'k' },
  newChat: { mod: true, shift: true, key: 'o' },
  focus: { mod: false, shift: true, key: 'Escape' },
  copyReply: { mod: true, shift: true, key: 'c' },
  sidebar: { mod: true, shift: true, key: 's' },
  help: { mod: true, shift: false, key: '/' },
} as const;

export type ShortcutName = keyof typeof shortcuts;

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The shortcut of a key press, if any. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): ShortcutName | undefined {
  if (event.altKey) return undefined;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (Object.keys(shortcuts) as ShortcutName[]).find((name) => {
    const shortcut = shortcuts[name];
    // A slash needs Shift on many keyboards (German, Italian), so Shift is ignored for it.
    const shiftFits = shortcut.key === '/' || shortcut.shift === event.shiftKey;
    return shortcut.mod === mod && shiftFits && shortcut.key === key;
  });
}

/** The keys of a shortcut, one by one, as labelled on the system's keyboards. */
export function shortcutKeys(name: ShortcutName): string[] {
  const { mod, shift, key } = shortcuts[name];
  return [
    ...(mod ? [onMac ? '⌘' : t('shortcuts.ctrlKey')] : []),
    ...(shift ? [onMac ? '⇧' : t('shortcuts.shiftKey')] : []),
    key === 'Escape' ? 'Esc' : key.toUpperCase(),
  ];
}

export const shortcutText = (name: ShortcutName): string => shortcutKeys(name).join(onMac ? '' : '+');
