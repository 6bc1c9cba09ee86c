import { searchProviderIds, searchProviders } from '@jarvis/contract/providers';
import { type FormEvent, useState } from 'react';
import { rpc } from '../data/client.ts';
import type { ConnectionSettings } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import {
  Choice,
  LastFailure,
  SetByEnvironment,
  TrialButtons,
  TryResult,
  useChange,
  useTrial,
} from './settings-parts.tsx';

export function SearchSettings({ search }: { readonly search: ConnectionSettings['search'] }) {
  const { t } = useTranslation();
  const [provider, setProvider] = useState(search.provider ?? 'searxng');
  const [url, setUrl] = useState(search.url ?? '');
  const [apiKey, setApiKey] = useState('');
  const trial = useTrial({
    tryOut: rpc.connections.trySearch.mutate,
    use: rpc.connections.useSearch.mutate,
    onUsed: () => setApiKey(''),
  });
  const remove = useChange(() => rpc.connections.removeSearch.mutate());
  if (search.decidedBy === 'environment') {
    return (
      <>
        <LastFailure failure={search.failure} />
        <SetByEnvironment />
      </>
    );
  }
  const input = { provider, url: url.trim() === '' ? null : url.trim(), ...(apiKey !== '' && { apiKey }) };
  const { address, needsKey } = searchProviders[provider];
  const incomplete = address === undefined && input.url === null;
  function use(event: FormEvent) {
    event.preventDefault();
    trial.used.mutate(input);
  }
  return (
    <form aria-label={t('settings.connectSearch')} onSubmit={use} className="mt-4 space-y-4">
      <LastFailure failure={search.failure} />
      <Choice
        label={t('settings.provider')}
        value={provider}
        onChange={({ target }) => setProvider(target.value as typeof provider)}
      >
        {searchProviderIds.map((name) => (
          <option key={name} value={name}>
            {searchProviders[name].name}
          </option>
        ))}
      </Choice>
      <Field
        label={t('settings.address')}
        hint={address === undefined ? undefined : t('settings.addressOptional')}
        placeholder={address === undefined ? 'http://localhost:8080' : ''}
        inputMode="url"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      {needsKey && (
        <Field
          label={t('settings.key')}
          hint={
            search.keyEnd != null
              ? t('settings.keyKept', { end: search.keyEnd || '…' })
              : t('settings.keyHint')
          }
          type="password"
          autoComplete="off"
          value={apiKey}
          onChange={({ target }) => setApiKey(target.value)}
        />
      )}
      <TrialButtons
        trial={trial}
        input={input}
        incomplete={incomplete}
        testLabel={t('settings.test')}
        submits
      >
        {search.decidedBy === 'operator' && (
          <Button variant="dangerQuiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {t('settings.disconnect')}
          </Button>
        )}
      </TrialButtons>
      <TryResult
        result={trial.last.data}
        error={trial.last.error}
        said={({ titles }) => t('settings.searchFound', { titles: titles.join(' · ') })}
      />
    </form>
  );
}
