import { type ModelProvider, modelProviderIds, modelProviders } from '@jarvis/contract/providers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { rpc, trpc } from '../data/client.ts';
import type { ConnectionSettings } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Choice, TrialButtons, TryResult, useTrial } from './settings-parts.tsx';

/** Chooses a provider, takes a key, lists the models, tries one out and puts it to use. */
export function ConnectModel({ servers }: { readonly servers: ConnectionSettings['model']['servers'] }) {
  const { t, locale } = useTranslation();
  const listId = useId();
  const [provider, setProvider] = useState<ModelProvider>('openai');
  const [baseUrl, setBaseUrl] = useState('');
  const [apiKey, setApiKey] = useState('');
  const [model, setModel] = useState('');
  const local = useQuery(trpc.connections.findLocal.queryOptions(undefined, { staleTime: 0 }));
  const listed = useMutation(trpc.connections.listModels.mutationOptions());
  const trial = useTrial({
    tryOut: rpc.connections.tryModel.mutate,
    use: rpc.connections.useModel.mutate,
    onUsed: () => setApiKey(''),
  });

  const { address, isLocal } = modelProviders[provider];
  const known = servers.find((server) => server.provider === provider);
  const server = {
    provider,
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    ...(apiKey !== '' && { apiKey }),
  };
  const names = listed.data?.ok ? listed.data.models : [];

  function choose(next: ModelProvider) {
    setProvider(next);
    setBaseUrl(servers.find((one) => one.provider === next)?.baseUrl ?? '');
    setApiKey('');
    setModel('');
    for (const call of [listed, trial.tried, trial.used]) call.reset();
  }

  function list(event: FormEvent) {
    event.preventDefault();
    listed.mutate(server, {
      onSuccess: (answer) => answer.ok && setModel((before) => before || (answer.models[0] ?? '')),
    });
  }

  return (
    <form
      aria-label={t('settings.connectModel')}
      onSubmit={list}
      className="mt-5 space-y-4 border-t border-line pt-5"
    >
      <h3 className="font-medium">{t('settings.connectModel')}</h3>
      {local.data?.servers.map((found) => (
        <p key={found.provider} className="flex flex-wrap items-center gap-2 text-[0.9375rem]">
          {t('settings.foundLocal', { name: modelProviders[found.provider].name })}
          <Button size="small" onClick={() => choose(found.provider)}>
            {t('settings.takeLocal', { name: modelProviders[found.provider].name })}
          </Button>
        </p>
      ))}
      <Choice
        label={t('settings.provider')}
        value={provider}
        onChange={({ target }) => choose(target.value as ModelProvider)}
      >
        {modelProviderIds.map((name) => (
          <option key={name} value={name}>
            {modelProviders[name].name}
          </option>
        ))}
      </Choice>
      <Field
        label={t('settings.address')}
        hint={t(address === undefined ? 'settings.addressNeeded' : 'settings.addressOptional')}
        placeholder={address === undefined ? 'https://models.example.org/v1' : isLocal ? address : ''}
        inputMode="url"
        value={baseUrl}
        onChange={({ target }) => setBaseUrl(target.value)}
      />
      <Field
        label={t('settings.key')}
        hint={
          known?.keyEnd != null ? t('settings.keyKept', { end: known.keyEnd || '…' }) : t('settings.keyHint')
        }
        type="password"
        autoComplete="off"
        value={apiKey}
        onChange={({ target }) => setApiKey(target.value)}
      />
      <Button type="submit" busy={listed.isPending}>
        {t('settings.listModels')}
      </Button>
      <TryResult
        result={listed.data}
        error={listed.error}
        said={({ models }) => t('settings.listed', { count: models.length })}
      />
      <div>
        <Field
          label={t('settings.modelName')}
          list={listId}
          autoComplete="off"
          spellCheck={false}
          value={model}
          onChange={({ target }) => setModel(target.value)}
        />
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <TrialButtons
        trial={trial}
        input={{ ...server, model }}
        incomplete={model.trim() === ''}
        testLabel={t('settings.test')}
      />
      <TryResult
        result={trial.last.data}
        error={trial.last.error}
        said={({ reply, tookMs }) =>
          t(trial.last === trial.used ? 'settings.modelUsed' : 'settings.modelSaid', {
            reply,
            seconds: (tookMs / 1_000).toLocaleString(locale, {
              minimumFractionDigits: 1,
              maximumFractionDigits: 1,
            }),
          })
        }
      />
    </form>
  );
}
