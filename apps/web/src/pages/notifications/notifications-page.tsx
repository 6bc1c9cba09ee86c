import type { TimeSettings, TimeSettingsChange } from '@jarvis/contract';
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { trpc } from '../../data/service/client.ts';
import { settingsQuery, showSettings } from '../../data/time-zone.ts';
import { t } from '../../i18n/translate.ts';
import { showFailure } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/field.tsx';
import { Loaded } from '../../ui/page/content.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { Browsers } from './browsers.tsx';
import { ChannelGrid, MailAddress } from './channel-grid.tsx';
import { Deliveries } from './deliveries.tsx';
import { Webhooks } from './webhooks.tsx';

/** When and how a person is notified, and the deliveries outside the app. */
export function NotificationsPage() {
  const query = useQuery(settingsQuery);
  return (
    <Page title={t('nav.notifications')} lead={t('notify.lead')}>
      <Loaded query={query}>{({ timeSettings }) => <Settings settings={timeSettings} />}</Loaded>
    </Page>
  );
}

const quietDefault = { from: '22:00', until: '07:00' };

function Settings({ settings }: { settings: TimeSettings }) {
  // One after another, because each answer is all settings; shown at once: see `useShown`.
  const { mutate: change } = useMutation(
    trpc.time.change.mutationOptions({
      scope: { id: 'time-settings' },
      onSuccess: showSettings,
      onError: showFailure,
    }),
  );
  const { daySummary, dayTime, quiet, lockScreenTitles, channels } = useShown(settings);
  return (
    <div>
      <Section id="times" title={t('notify.times')}>
        <SwitchRow
          label={t('notify.daySummary')}
          hint={t('notify.daySummaryHint')}
          checked={daySummary}
          onChange={(checked) => change({ daySummary: checked })}
        />
        <TimeField
          label={t('notify.dayTime')}
          value={dayTime}
          onChange={(time) => change({ dayTime: time })}
        />
        <SwitchRow
          label={t('notify.quiet')}
          hint={t('notify.quietHint')}
          checked={quiet !== null}
          onChange={(checked) => change({ quiet: checked ? quietDefault : null })}
        />
        {quiet && (
          <div className="flex flex-wrap gap-4">
            <TimeField
              label={t('notify.quietFrom')}
              value={quiet.from}
              onChange={(from) => change({ quiet: { ...quiet, from } })}
            />
            <TimeField
              label={t('notify.quietUntil')}
              value={quiet.until}
              onChange={(until) => change({ quiet: { ...quiet, until } })}
            />
          </div>
        )}
      </Section>
      <Section id="channels" title={t('notify.channels')}>
        <ChannelGrid channels={channels} onChange={(changed) => change({ channels: changed })} />
        <MailAddress />
      </Section>
      <Section id="browsers" title={t('notify.browsers')}>
        <Browsers />
        <SwitchRow
          label={t('notify.lockScreen')}
          hint={t('notify.lockScreenHint')}
          checked={lockScreenTitles}
          onChange={(checked) => change({ lockScreenTitles: checked })}
        />
      </Section>
      <Section id="webhooks" title={t('notify.webhooks')}>
        <Webhooks />
      </Section>
      <Section id="deliveries" title={t('notify.deliveries')}>
        <Deliveries />
      </Section>
    </div>
  );
}

/** The settings with the pending changes, regardless of refetches: the next change builds on them. */
function useShown(settings: TimeSettings): TimeSettings {
  const changes = useMutationState({
    filters: { mutationKey: trpc.time.change.mutationKey(), status: 'pending' },
    select: ({ state }) => state.variables as TimeSettingsChange,
  });
  let shown = settings;
  for (const { channels, ...change } of changes)
    shown = { ...shown, ...change, channels: { ...shown.channels, ...channels } } as TimeSettings;
  return shown;
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

/** Sends the time when the field loses the focus: while a person types, some browsers report every digit. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <Field
      key={value}
      className="w-36 pb-3"
      label={label}
      type="time"
      required
      defaultValue={value}
      onBlur={({ target }) => target.value !== '' && target.value !== value && onChange(target.value)}
    />
  );
}
