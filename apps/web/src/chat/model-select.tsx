import { useReducer } from 'react';
import { modelLabel } from '../data/model-label.ts';
import { t } from '../i18n/translate.ts';
import { chooseModel, chosenModel } from './replies/chosen-model.ts';

/** The operator's models, the default first. */
export default function ModelSelect({ place, models }: { place: string; models: readonly string[] }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Read each time: it moves along with the messages of a new chat.
  const chosen = chosenModel(place);
  const [usual = '', ...others] = models;
  const label = (name: string) => (name === 'builtin' ? t('chat.modelBuiltin') : modelLabel(name, models));
  return (
    <select
      aria-label={t('chat.model')}
      title={t('chat.model')}
      value={others.includes(chosen) ? chosen : ''}
      onChange={({ target }) => {
        chooseModel(place, target.value);
        redraw();
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
