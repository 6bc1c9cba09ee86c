import type { ConnectionSettings } from '@jarvis/contract';
import { modelProviders } from '@jarvis/contract/providers';
import { useMutation } from '@tanstack/react-query';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { ConnectModel } from './connect-model.tsx';
import { TryResult, useConnectionChange } from './settings-parts.tsx';

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
