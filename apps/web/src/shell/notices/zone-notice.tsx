import { useState } from 'react';
import { Clock } from '~icons';
import { changeZone, cityOf, deviceZone, keepZone, useAccountZone } from '../../data/time-zone.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';

/** Asks once whether the dates of a person move with them to the zone of this device. */
export default function ZoneNotice() {
  const account = useAccountZone();
  const [closed, setClosed] = useState(false);
  const here = deviceZone();
  const change = useChange(() => changeZone(here), { said: () => t('zone.changed', { zone: cityOf(here) }) });
  if (closed) return null;

  function stay() {
    keepZone(account);
    setClosed(true);
  }

  return (
    <section
      aria-label={t('zone.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-accent-soft px-4 py-2.5 text-sm"
    >
      <Clock className="size-4 shrink-0 text-accent" />
      <p className="min-w-48 flex-1">{t('zone.ask', { here: cityOf(here), there: cityOf(account) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" busy={change.isPending} onClick={() => change.mutate()}>
          {t('zone.change', { here: cityOf(here) })}
        </Button>
        <Button size="small" onClick={stay}>
          {t('zone.keep', { there: cityOf(account) })}
        </Button>
      </div>
    </section>
  );
}
