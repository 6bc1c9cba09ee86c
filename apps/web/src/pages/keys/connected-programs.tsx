import type { Grant } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plug } from '~icons';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { CopyLine } from '../../ui/dialog/copy-button.tsx';
import { Confirm } from '../../ui/dialog/dialog.tsx';
import { Empty, List, Loaded, PartHeading, RowButton } from '../../ui/page/page.tsx';
import { when } from '../../ui/when.tsx';

/**
 * A person's connected programs with their rights, and the address for connecting one. `address` is null while the
 * operator has switched connecting off; the listed programs regain their access when it is switched on.
 */
export function ConnectedPrograms({ address }: { address: string | null }) {
  const [ending, setEnding] = useState<Grant | null>(null);
  const query = useQuery(trpc.grants.list.queryOptions());
  if (address === null && !query.data?.grants.length) return null;
  return (
    <section className="mt-12 border-t border-line pt-8">
      <PartHeading id="programs" className="font-display text-lg font-semibold">
        {t('connect.list')}
      </PartHeading>
      {address !== null && (
        <>
          <p className="mt-2 leading-relaxed text-pretty text-ink-2">{t('connect.listLead')}</p>
          <CopyLine text={address} label={t('connect.copyAddress')} className="mt-4 mb-2" />
          <p className="mb-6 text-sm text-ink-2">{t('connect.publicOnly')}</p>
        </>
      )}
      <Loaded query={query} rows={2}>
        {({ grants }) => (
          <List of={grants} empty={<Empty icon={<Plug />} title={t('connect.empty')} />}>
            {(grant) => <ProgramRow key={grant.id} grant={grant} onEnd={() => setEnding(grant)} />}
          </List>
        )}
      </Loaded>
      {ending && (
        <Confirm
          title={t('connect.endTitle', { host: ending.host })}
          description={t('connect.endText')}
          action={t('settings.disconnect')}
          run={() => rpc.grants.revoke.mutate({ id: ending.id })}
          said={() => t('connect.endedToast', { host: ending.host })}
          refreshes={[trpc.grants.list.pathFilter()]}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}

function ProgramRow({ grant, onEnd }: { grant: Grant; onEnd: () => void }) {
  const { host, name, vouched, scopes, connectedAt, lastUsedAt } = grant;
  return (
    <li className="flex items-start gap-3 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-medium wrap-anywhere">{host}</bdi>
          <bdi className="text-sm text-ink-3 wrap-anywhere">{t('connect.quoted', { name })}</bdi>
        </p>
        {vouched !== null && <p className="text-sm text-ink-3">{t('connect.vouched', { host: vouched })}</p>}
        <ul className="mt-1 list-disc ps-4 text-sm text-ink-2">
          {scopes.map((scope) => (
            <li key={scope}>{t(`connect.scopes.${scope}`)}</li>
          ))}
        </ul>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
          <span>{t('connect.connectedAt', { when: when(connectedAt) })}</span>
          <span>{lastUsedAt ? t('keys.lastUsed', { when: when(lastUsedAt) }) : t('keys.neverUsed')}</span>
        </p>
      </div>
      <RowButton
        action={t('settings.disconnect')}
        of={`${host} ${t('connect.quoted', { name })}`}
        variant="dangerQuiet"
        className="-me-2.5"
        onClick={onEnd}
      />
    </li>
  );
}
