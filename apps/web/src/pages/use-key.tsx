import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Choice } from '../ui/field.tsx';
import { keyUses } from './key-uses.ts';

/** Texts to paste into programs that work with a key; with `connect`, also for programs that connect without one. */
export function UseKey({
  secret,
  origin,
  connect,
}: {
  readonly secret: string;
  readonly origin: string;
  readonly connect: boolean;
}) {
  const { t } = useTranslation();
  const uses = keyUses(origin, secret).filter(({ connects }) => connect || !connects);
  const [index, setIndex] = useState(0);
  const { file, keyFrom, connects, text } = uses[index] ?? { text: '' };
  return (
    <section className="mt-5">
      <Choice label={t('keys.useIn')} value={index} onChange={({ target }) => setIndex(Number(target.value))}>
        {uses.map(({ name }, each) => (
          <option key={name} value={each}>
            {name}
          </option>
        ))}
      </Choice>
      <p className="mt-3 mb-2 flex items-center justify-between text-sm text-ink-2">
        {connects
          ? t(`connect.connectIn.${connects}`)
          : file
            ? t('keys.intoFile', { file })
            : t('keys.intoTerminal')}
        <CopyButton text={text} label={t('common.copy')} />
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="code overflow-x-auto rounded-xl border border-line bg-sunken px-4 py-3 scroll-thin"
      >
        {text}
      </pre>
      {keyFrom && <p className="mt-2 text-sm text-ink-2">{t(`keys.keyFrom.${keyFrom}`)}</p>}
      <p className="mt-2 text-sm text-ink-2 wrap-anywhere">
        {t('keys.background', { address: `${origin}/v1` })}
      </p>
    </section>
  );
}
