import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { CopyBlock } from '../../ui/dialog/copy-button.tsx';
import { Choice } from '../../ui/field.tsx';
import { keyUses } from './key-uses.ts';

/** Texts to paste into programs that work with a key; with `connect`, also for programs that connect without one. */
export function UseKey({ secret, origin, connect }: { secret: string; origin: string; connect: boolean }) {
  const uses = keyUses(origin, secret).filter(({ connects }) => connect || !connects);
  const [index, setIndex] = useState(0);
  const { file, keyFrom, connects, text } = uses[index] ?? { text: '' };
  return (
    <section className="mt-5">
      <Choice
        label={t('keys.useIn')}
        value={index}
        onChange={({ target }) => setIndex(Number(target.value))}
        options={uses.map(({ name }, each) => [each, name])}
      />
      <CopyBlock
        text={text}
        caption={
          connects
            ? t(`connect.connectIn.${connects}`)
            : file
              ? t('keys.intoFile', { file })
              : t('keys.intoTerminal')
        }
      />
      {keyFrom && <p className="mt-2 text-sm text-ink-2">{t(`keys.keyFrom.${keyFrom}`)}</p>}
      <p className="mt-2 text-sm text-ink-2 wrap-anywhere">
        {t('keys.background', { address: `${origin}/v1` })}
      </p>
    </section>
  );
}
