import type { ConnectionSettings } from '@jarvis/contract';
import { type ModelProvider, modelProviders } from '@jarvis/contract/providers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { rpc, trpc } from '../../data/service/client.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ConnectionForm, ProviderChoice, SecretField, useFields, useTrial } from './connection-form.tsx';
import { TryResult } from './settings-parts.tsx';

/** Chooses a provider, takes a key, lists the models, tests one and connects it. */
export function ConnectModel({ servers }: { servers: ConnectionSettings['model']['servers'] }) {
  const locale = appLocale();
  const listId = useId();
  const { values, set, of } = useFields({
    provider: 'openai' as ModelProvider,
    baseUrl: '',
    apiKey: '',
    model: '',
  });
  const local = useQuery(trpc.connections.findLocal.queryOptions(undefined, { staleTime: 0 }));
  const listed = useMutation(trpc.connections.listModels.mutationOptions());
  const trial = useTrial({
    tryOut: rpc.connections.tryModel.mutate,
    use: rpc.connections.useModel.mutate,
    onUsed: () => set({ apiKey: '' }),
  });

  const { provider, apiKey, model } = values;
  const { address, isLocal } = modelProviders[provider];
  const known = servers.find((server) => server.provider === provider);
  const server = { provider, baseUrl: values.baseUrl.trim() || null, ...(apiKey !== '' && { apiKey }) };
  const names = listed.data?.ok ? listed.data.models : [];

  function choose(next: ModelProvider) {
    const baseUrl = servers.find((one) => one.provider === next)?.baseUrl ?? '';
    set({ provider: next, baseUrl, apiKey: '', model: '' });
    for (const call of [listed, trial]) call.reset();
  }

  function list() {
    listed.mutate(server, {
      onSuccess: (answer) => answer.ok && model === '' && set({ model: answer.models[0] ?? '' }),
    });
  }

  return (
    <ConnectionForm
      label={t('settings.connectModel')}
      className="mt-5 space-y-4 border-t border-line pt-5"
      trial={trial}
      input={{ ...server, model }}
      incomplete={model.trim() === ''}
      said={({ reply, tookMs }) =>
        t(trial.variables?.isUse ? 'settings.modelUsed' : 'settings.modelSaid', {
          reply,
          seconds: (tookMs / 1_000).toLocaleString(locale, {
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }),
        })
      }
      onSubmit={list}
    >
      <h3 className="font-medium">{t('settings.connectModel')}</h3>
      {local.data?.servers.map((found) => {
        const { name } = modelProviders[found.provider];
        return (
          <p key={found.provider} className="flex flex-wrap items-center gap-2 text-[0.9375rem]">
            {t('settings.foundLocal', { name })}
            <Button size="small" onClick={() => choose(found.provider)}>
              {t('settings.takeLocal', { name })}
            </Button>
          </p>
        );
      })}
      <ProviderChoice table={modelProviders} value={provider} onChoose={choose} />
      <Field
        label={t('settings.address')}
        hint={t(address === undefined ? 'settings.addressNeeded' : 'settings.addressOptional')}
        placeholder={address === undefined ? 'https://models.example.org/v1' : isLocal ? address : ''}
        inputMode="url"
        {...of('baseUrl')}
      />
      <SecretField
        label={t('settings.key')}
        hint={t('settings.keyHint')}
        end={known?.keyEnd}
        {...of('apiKey')}
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
          {...of('model')}
        />
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    </ConnectionForm>
  );
}
