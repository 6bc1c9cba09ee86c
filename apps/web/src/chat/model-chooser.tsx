import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../data/client.ts';
import { modelLabel } from '../data/model-label.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { chooseModel, chosenModel } from './chosen-model.ts';

/** Which of the models that the operator offers answers in this conversation; nothing where there is one. */
export function ModelChooser({ place }: { readonly place: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(trpc.chat.models.queryOptions(undefined, { staleTime: 60_000 }));
  const [chosen, setChosen] = useState(() => chosenModel(place));
  if (!data || data.models.length < 2) return null;
  const [usual = '', ...others] = data.models;
  const label = (name: string) =>
    name === 'builtin' ? t('connections.modelBuiltin') : modelLabel(name, data.models);
  return (
    <select
      aria-label={t('chat.model')}
      title={t('chat.model')}
      value={others.includes(chosen) ? chosen : ''}
      onChange={({ target }) => {
        setChosen(target.value);
        chooseModel(place, target.value);
      }}
      className="tap h-8 min-w-0 truncate rounded-lg bg-transparent px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <option value="">{label(usual)}</option>
      {others.map((name) => (
        <option key={name} value={name}>
          {label(name)}
        </option>
      ))}
    </select>
  );
}
