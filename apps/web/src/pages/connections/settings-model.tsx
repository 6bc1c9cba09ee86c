import type { ConnectionSettings } from '@jarvis/contract';
import { type ModelProvider, modelProviders } from '@jarvis/contract/providers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { rpc, trpc } from '../../data/service/client.ts';
import { appLocale, t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { RowButton } from '../../ui/page/page.tsx';
import {
  ConnectionForm,
  ProviderChoice,
  SecretField,
  TryResult,
  useConnectionChange,
  useFields,
  useTrial,
} from './connection-form.tsx';

type Models = ConnectionSettings['model'];

/** The language model: the present one, the other offered ones, and how to connect another. */
export function ModelSettings({ model }: { model: Models }) {
  const choose = useConnectionChange((name: string) => rpc.connections.chooseDefault.mutate({ name }));
  return (
    <>
      {model.servers.map((server) => (
        <Server key={server.provider} server={server} inUse={model.inUse} onChoose={choose.mutate} />
      ))}
      {!model.builtin && (
        <Button className="mt-4" busy={choose.isPending} onClick={() => choose.mutate('builtin')}>
          {t('settings.useBuiltin')}
        </Button>
      )}
      <ConnectModel servers={model.servers} />
    </>
  );
}

interface ServerProps {
  readonly server: Models['servers'][number];
  readonly inUse: string;
  readonly onChoose: (name: string) => void;
}

function Server({ server: { provider, baseUrl, keyEnd, models }, inUse, onChoose }: ServerProps) {
  const { name: providerName } = modelProviders[provider];
  const remove = useConnectionChange(() => rpc.connections.removeServer.mutate({ provider }));
  const offer = useConnectionChange((offered: string[]) =>
    rpc.connections.offerModels.mutate({ provider, models: offered }),
  );
  const listed = useMutation(trpc.connections.listModels.mutationOptions());
  const more = listed.data?.ok ? listed.data.models.filter((name) => !models.includes(name)) : [];
  return (
    <section aria-label={providerName} className="mt-4 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-medium">{providerName}</h3>
          <p className="text-sm text-ink-3 wrap-anywhere">
            {[baseUrl, keyEnd !== null && t('settings.keyEnds', { end: keyEnd || '…' })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button
          size="small"
          variant="dangerQuiet"
          className="-me-2.5"
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t('common.remove', { name: providerName })}
        </Button>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {models.map((name) => {
          const isDefault = `${provider}:${name}` === inUse;
          return (
            <li key={name} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              {isDefault ? (
                <span className="text-sm text-accent">{t('settings.isDefault')}</span>
              ) : (
                <span className="-me-2.5 flex flex-wrap gap-1">
                  <RowButton
                    action={t('settings.makeDefault')}
                    of={name}
                    variant="quiet"
                    onClick={() => onChoose(`${provider}:${name}`)}
                  />
                  <RowButton
                    action={t('settings.withdraw')}
                    of={name}
                    variant="quiet"
                    onClick={() => offer.mutate(models.filter((other) => other !== name))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {more.length > 0 ? (
        <Choice
          label={t('settings.offerAnother')}
          value=""
          disabled={offer.isPending}
          onChange={({ target }) => target.value && offer.mutate([...models, target.value])}
          options={[['', t('settings.choose')], ...more.map((name) => [name, name] as const)]}
        />
      ) : (
        <>
          <Button
            size="small"
            variant="quiet"
            className="-ms-2.5"
            busy={listed.isPending}
            onClick={() => listed.mutate({ provider, baseUrl })}
          >
            {t('settings.offerAnother')}
          </Button>
          <TryResult result={listed.data} error={listed.error} said={() => t('settings.noMore')} />
        </>
      )}
    </section>
  );
}

/** Chooses a provider, takes a key, lists the models, tests one and connects it. */
function ConnectModel({ servers }: { servers: ConnectionSettings['model']['servers'] }) {
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
  const baseUrl = values.baseUrl.trim() || null;
  const isNowhere = address === undefined && baseUrl === null;
  const server = { provider, baseUrl, ...(apiKey !== '' && { apiKey }) };
  const names = listed.data?.ok ? listed.data.models : [];

  function choose(next: ModelProvider) {
    const baseUrl = servers.find((one) => one.provider === next)?.baseUrl ?? '';
    set({ provider: next, baseUrl, apiKey: '', model: '' });
    for (const call of [listed, trial]) call.reset();
  }

  function list() {
    listed.mutate(server, {
      onSuccess: (answer) => {
        const [only = '', ...others] = answer.ok ? answer.models : [];
        // Of several none is taken: a browser offers of a field's list what fits the text in the field.
        if (model === '' && others.length === 0) set({ model: only });
      },
    });
  }

  return (
    <ConnectionForm
      label={t('settings.connectModel')}
      className="mt-5 space-y-4 border-t border-line pt-5"
      trial={trial}
      input={{ ...server, model }}
      incomplete={isNowhere || model.trim() === ''}
      said={({ reply, tookMs }) =>
        t(trial.variables?.isUse ? 'settings.modelUsed' : 'settings.modelSaid', {
          reply,
          seconds: (tookMs / 1_000).toLocaleString(appLocale(), {
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
      <Button type="submit" disabled={isNowhere} busy={listed.isPending}>
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
