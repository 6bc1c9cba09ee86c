import { useQuery } from '@tanstack/react-query';
import BellOff from '~icons/bell-off';
import BellRing from '~icons/bell-ring';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { useChange } from '../../ui/feedback/use-change.ts';
import { PartHeading } from '../../ui/page/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { when } from '../../ui/when.tsx';

/** For operators: the state of deliveries outside the app, of all accounts, and their switch. */
export function OutsideSettings() {
  const { data } = useQuery(trpc.deliveries.outside.queryOptions(undefined, { staleTime: 0 }));
  const change = useChange(
    (on: boolean) => (on ? rpc.deliveries.resume.mutate() : rpc.deliveries.pause.mutate()),
    { refreshes: [trpc.deliveries.outside.pathFilter()] },
  );
  if (!data) return null;
  const { pausedAt, waiting, failing, lateMs, loopLateMs, runs } = data;
  const Icon = pausedAt === null ? BellRing : BellOff;
  return (
    <section className="rounded-2xl border border-line bg-raised p-5">
      <div className="flex items-start gap-3">
        <Icon className={`mt-0.5 size-5 shrink-0 ${pausedAt === null ? 'text-accent' : 'text-danger'}`} />
        <div className="min-w-0 flex-1">
          <PartHeading id="outside" className="text-sm font-medium text-ink-3">
            {t('settings.outside')}
          </PartHeading>
          <SwitchRow
            label={t('settings.outsideSwitch')}
            hint={
              pausedAt === null
                ? t('settings.outsideHint')
                : t('settings.outsidePaused', { when: when(pausedAt) })
            }
            checked={pausedAt === null}
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
        </div>
      </div>
    </section>
  );
}
