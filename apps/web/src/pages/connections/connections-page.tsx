import type { ConnectionSettings } from '@jarvis/contract';
import { searchProviders } from '@jarvis/contract/providers';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BellOff, BellRing, CircleCheck, CircleDashed, TriangleAlert } from '~icons';
import { modelLabel } from '../../data/model-label.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Loaded, Page } from '../../ui/page/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { when } from '../../ui/when.tsx';
import { SettingsCard, why } from './connection-form.tsx';
import { ModelSettings } from './settings-model.tsx';
import { MailSettings, SearchSettings } from './settings-search-mail.tsx';

export function ConnectionsPage() {
  const query = useQuery(
    // As fresh as the operators' failures.
    trpc.setup.connections.queryOptions(undefined, { staleTime: 0 }),
  );
  const { data: settings } = useQuery(
    trpc.connections.show.queryOptions(undefined, { staleTime: 0, enabled: query.data?.operator === true }),
  );
  return (
    <Page
      title={t('nav.connections')}
      lead={t(query.data?.operator === false ? 'connections.forOperators' : 'connections.lead')}
      hasControls={query.data?.operator !== false}
    >
      <Loaded query={query}>
        {(data) => (
          <div className="space-y-4">
            <Connection
              id="model"
              used={data.model.builtin ? null : modelLabel(data.model.name)}
              failing={data.model.failing}
              settings={settings?.model}
            >
              {settings && <ModelSettings model={settings.model} />}
            </Connection>
            <Connection
              id="search"
              used={data.search.name && searchProviders[data.search.name].name}
              failing={data.search.failing}
              settings={settings?.search}
            >
              {settings && <SearchSettings search={settings.search} />}
            </Connection>
            <Connection
              id="mail"
              used={data.mail.name === 'smtp' ? 'SMTP' : null}
              failing={data.mail.failing}
              settings={settings?.mail}
            >
              {settings && <MailSettings mail={settings.mail} />}
            </Connection>
            {data.operator && <OutsideSettings />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface ConnectionProps {
  readonly id: 'model' | 'search' | 'mail';
  /** Null if nothing is connected. */
  readonly used: string | null;
  /** Its last use failed. */
  readonly failing: boolean;
  /** The operator's view of it, with the changes in `children`; undefined for others. */
  readonly settings?: Pick<ConnectionSettings[keyof ConnectionSettings], 'decidedBy' | 'failure'> | undefined;
  readonly children?: ReactNode;
}

function Connection({ id, used, failing, settings, children }: ConnectionProps) {
  const isNone = used === null;
  return (
    <SettingsCard
      id={id}
      title={t(`connections.${id}`)}
      icon={failing ? TriangleAlert : isNone ? CircleDashed : CircleCheck}
      colour={failing ? 'text-danger' : isNone ? 'text-ink-3' : 'text-accent'}
    >
      <p className="text-lg font-semibold wrap-anywhere">
        {used ?? t(id === 'model' ? 'chat.modelBuiltin' : `connections.${id}None`)}
      </p>
      <p className="mt-1 leading-relaxed text-ink-2">
        {failing && <span className="text-danger">{t('connections.failing')} </span>}
        {t(isNone ? `connections.${id}NoneText` : `connections.${id}Text`)}
      </p>
      {settings?.failure && (
        <p className="mt-3 rounded-xl bg-danger-soft px-4 py-3 text-[0.9375rem] leading-relaxed">
          {t('settings.lastFailure', { when: when(settings.failure.at) })} {why(settings.failure)}
        </p>
      )}
      {settings?.decidedBy === 'environment' ? (
        <p className="mt-3 text-[0.9375rem] text-ink-2">{t('settings.byEnvironment')}</p>
      ) : (
        children
      )}
    </SettingsCard>
  );
}

/** For operators: the state of deliveries outside the app, of all accounts, and their switch. */
function OutsideSettings() {
  const { data } = useQuery(trpc.deliveries.outside.queryOptions(undefined, { staleTime: 0 }));
  const change = useChange(
    (on: boolean) => (on ? rpc.deliveries.resume.mutate() : rpc.deliveries.pause.mutate()),
    { refreshes: [trpc.deliveries.outside.pathFilter()] },
  );
  if (!data) return null;
  const { pausedAt, waiting, failing, lateMs, loopLateMs, runs } = data;
  const isOn = pausedAt === null;
  return (
    <SettingsCard
      id="outside"
      title={t('settings.outside')}
      icon={isOn ? BellRing : BellOff}
      colour={isOn ? 'text-accent' : 'text-danger'}
    >
      <SwitchRow
        label={t('settings.outsideSwitch')}
        hint={isOn ? t('settings.outsideHint') : t('settings.outsidePaused', { when: when(pausedAt) })}
        checked={isOn}
        disabled={change.isPending}
        onChange={(on) => change.mutate(on)}
      />
      <p className="text-[0.9375rem] text-ink-2" role="status">
        {waiting + failing === 0
          ? t('settings.outsideNone')
          : t('settings.outsideOpen', { waiting, failing })}{' '}
        {lateMs >= 60_000 && t('settings.outsideLate', { count: Math.floor(lateMs / 60_000) })}{' '}
        {loopLateMs < 60_000
          ? t('settings.loopOnTime')
          : t('settings.loopLate', { count: Math.floor(loopLateMs / 60_000) })}
      </p>
      <p className="text-[0.9375rem] text-ink-2">
        {t('settings.runs', { open: runs.waiting + runs.running, failed: runs.lastHour.failed })}{' '}
        {runs.lateMs >= 60_000 && t('settings.runsLate', { count: Math.floor(runs.lateMs / 60_000) })}
      </p>
    </SettingsCard>
  );
}
