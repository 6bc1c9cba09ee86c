import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from '~icons';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { useChange } from '../../ui/feedback/use-change.ts';
import { SwitchRow } from '../../ui/switch.tsx';
import { when } from '../../ui/when.tsx';
import { SettingsCard } from './settings-parts.tsx';

/** For operators: the state of deliveries outside the app, of all accounts, and their switch. */
export function OutsideSettings() {
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
