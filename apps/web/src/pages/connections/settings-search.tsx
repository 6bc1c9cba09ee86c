import type { ConnectionSettings } from '@jarvis/contract';
import { searchProviders } from '@jarvis/contract/providers';
import { rpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Field } from '../../ui/field.tsx';
import { ConnectionForm, ProviderChoice, SecretField, useFields, useTrial } from './connection-form.tsx';

export function SearchSettings({ search }: { search: ConnectionSettings['search'] }) {
  const { values, set, of } = useFields({
    provider: search.provider ?? 'searxng',
    url: search.url ?? '',
    apiKey: '',
  });
  const trial = useTrial({
    tryOut: rpc.connections.trySearch.mutate,
    use: rpc.connections.useSearch.mutate,
    onUsed: () => set({ apiKey: '' }),
  });
  const { provider, apiKey } = values;
  const { address, needsKey } = searchProviders[provider];
  const url = values.url.trim() || null;
  return (
    <ConnectionForm
      label={t('settings.connectSearch')}
      trial={trial}
      input={{ provider, url, ...(apiKey !== '' && { apiKey }) }}
      incomplete={address === undefined && url === null}
      said={({ titles }) => t('settings.searchFound', { titles: titles.join(' · ') })}
      disconnect={search.decidedBy === 'operator' ? () => rpc.connections.removeSearch.mutate() : undefined}
    >
      <ProviderChoice table={searchProviders} value={provider} onChoose={(next) => set({ provider: next })} />
      <Field
        label={t('settings.address')}
        hint={address && t('settings.addressOptional')}
        placeholder={address ? '' : 'http://localhost:8080'}
        inputMode="url"
        {...of('url')}
      />
      {needsKey && (
        <SecretField
          label={t('settings.key')}
          hint={t('settings.keyHint')}
          end={search.keyEnd}
          {...of('apiKey')}
        />
      )}
    </ConnectionForm>
  );
}
