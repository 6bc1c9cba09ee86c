import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { rpc, trpc } from '../data/client.ts';
import type { ConnectionSettings, ModelProvider } from '../data/types.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import {
  Choice,
  LastFailure,
  SetByEnvironment,
  TryResult,
  useChange,
  useRefreshConnections,
} from './settings-parts.tsx';

const providerNames: Record<ModelProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama.cpp',
  'openai-compatible': 'OpenAI-compatible',
};
const providers = Object.keys(providerNames) as ModelProvider[];

const usualAddresses: Partial<Record<ModelProvider, string>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  'openai-compatible': 'https://models.example.org/v1',
};

type Models = ConnectionSettings['model'];

/** The language model: what is used, what else is offered, and how another one is connected. */
export function ModelSettings({ model }: { readonly model: Models }) {
  const { t } = useTranslation();
  const choose = useChange((name: string) => rpc.connections.chooseDefault.mutate({ name }));
  return (
    <>
      <LastFailure failure={model.failure} />
      {model.decidedBy === 'environment' ? (
        <SetByEnvironment />
      ) : (
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
      )}
    </>
  );
}

function Server({
  server: { provider, baseUrl, keyEnd, models },
  inUse,
  onChoose,
}: {
  readonly server: Models['servers'][number];
  readonly inUse: string;
  readonly onChoose: (name: string) => void;
}) {
  const { t } = useTranslation();
  const remove = useChange(() => rpc.connections.removeServer.mutate({ provider }));
  const offer = useChange((offered: string[]) =>
    rpc.connections.offerModels.mutate({ provider, models: offered }),
  );
  const listed = useMutation(trpc.connections.listModels.mutationOptions());
  const more = listed.data?.ok ? listed.data.models.filter((name) => !models.includes(name)) : [];
  return (
    <section aria-label={providerNames[provider]} className="mt-4 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-medium">{providerNames[provider]}</h3>
          <p className="text-sm text-ink-3 wrap-anywhere">
            {[baseUrl, keyEnd !== null && t('settings.keyEnds', { end: keyEnd || '…' })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Button
          size="small"
          variant="dangerQuiet"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t('settings.remove', { name: providerNames[provider] })}
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
                <span className="flex flex-wrap gap-1">
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('settings.makeDefaultOf', { name })}
                    onClick={() => onChoose(`${provider}:${name}`)}
                  >
                    {t('settings.makeDefault')}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('settings.withdrawOf', { name })}
                    onClick={() => offer.mutate(models.filter((other) => other !== name))}
                  >
                    {t('settings.withdraw')}
                  </Button>
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
        >
          <option value="">{t('settings.choose')}</option>
          {more.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      ) : (
        <>
          <Button
            size="small"
            variant="quiet"
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

/** Chooses a provider, takes a key, lists the models, tries one out and puts it to use. */
function ConnectModel({ servers }: { readonly servers: Models['servers'] }) {
  const { t } = useTranslation();
  const refresh = useRefreshConnections();
  const listId = useId();
  const [provider, setProvider] = useState<ModelProvider>('openai');
  const [address, setAddress] = useState('');
  const [apiKey, setApiKey] = useState('');
  const [model, setModel] = useState('');
  const local = useQuery(trpc.connections.findLocal.queryOptions(undefined, { staleTime: 0 }));
  const listed = useMutation(trpc.connections.listModels.mutationOptions());
  const tried = useMutation(trpc.connections.tryModel.mutationOptions());
  const used = useMutation(
    trpc.connections.useModel.mutationOptions({
      onSuccess: (answer) => {
        if (answer.ok) setApiKey('');
        return refresh();
      },
    }),
  );

  const known = servers.find((server) => server.provider === provider);
  const server = {
    provider,
    baseUrl: address.trim() === '' ? null : address.trim(),
    ...(apiKey !== '' && { apiKey }),
  };
  const names = listed.data?.ok ? listed.data.models : [];
  const last = used.isPending || used.isSuccess || used.error ? used : tried;

  function choose(next: ModelProvider, baseUrl = '') {
    setProvider(next);
    setAddress(baseUrl || (servers.find((one) => one.provider === next)?.baseUrl ?? ''));
    setApiKey('');
    setModel('');
    for (const call of [listed, tried, used]) call.reset();
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
          {t('settings.foundLocal', { name: providerNames[found.provider] })}
          <Button size="small" onClick={() => choose(found.provider)}>
            {t('settings.takeLocal', { name: providerNames[found.provider] })}
          </Button>
        </p>
      ))}
      <Choice
        label={t('settings.provider')}
        value={provider}
        onChange={({ target }) => choose(target.value as ModelProvider)}
      >
        {providers.map((name) => (
          <option key={name} value={name}>
            {providerNames[name]}
          </option>
        ))}
      </Choice>
      <Field
        label={t('settings.address')}
        hint={t(provider === 'openai-compatible' ? 'settings.addressNeeded' : 'settings.addressOptional')}
        placeholder={usualAddresses[provider] ?? ''}
        inputMode="url"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
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
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={model.trim() === '' || used.isPending}
          busy={tried.isPending}
          onClick={() => {
            used.reset();
            tried.mutate({ ...server, model });
          }}
        >
          {t('settings.test')}
        </Button>
        <Button
          variant="primary"
          disabled={model.trim() === '' || tried.isPending}
          busy={used.isPending}
          onClick={() => used.mutate({ ...server, model })}
        >
          {t('settings.use')}
        </Button>
      </div>
      <TryResult
        result={last.data}
        error={last.error}
        said={({ reply, tookMs }) =>
          t(last === used ? 'settings.modelUsed' : 'settings.modelSaid', {
            reply,
            seconds: (tookMs / 1_000).toFixed(1),
          })
        }
      />
    </form>
  );
}
