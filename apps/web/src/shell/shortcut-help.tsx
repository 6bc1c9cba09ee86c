import { t } from '../i18n/translate.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { shortcutKeys } from '../ui/keyboard/keys.ts';

/** The list of keyboard shortcuts. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const rows: [string, string[]][] = [
    [t('shortcuts.palette'), shortcutKeys('palette')],
    [t('nav.newChat'), shortcutKeys('newChat')],
    [t('shortcuts.focus'), shortcutKeys('focus')],
    [t('chat.send'), [t('shortcuts.enterKey')]],
    [t('shortcuts.newline'), [t('shortcuts.shiftKey'), t('shortcuts.enterKey')]],
    [t('chat.stop'), ['Esc']],
    [t('shortcuts.copyReply'), shortcutKeys('copyReply')],
    [t('shortcuts.sidebar'), shortcutKeys('sidebar')],
    [t('shortcuts.help'), shortcutKeys('help')],
  ];
  return (
    <Dialog onClose={onClose} title={t('nav.shortcuts')}>
      <dl className="mt-4 divide-y divide-line">
        {rows.map(([name, keys]) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <dt className="grow basis-28 text-[0.9375rem]">{name}</dt>
            <dd className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs font-medium text-ink-2"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
