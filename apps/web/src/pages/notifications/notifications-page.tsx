import type { TimeSettings, TimeSettingsChange } from '@jarvis/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, rpc } from '../../data/client.ts';
import { failureOf } from '../../data/failure.ts';
import { useFailureText } from '../../data/failure-text.ts';
import { settingsQuery } from '../../data/time-zone.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Field } from '../../ui/field.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Page, Section, Skeleton } from '../../ui/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Browsers } from './browsers.tsx';
import { ChannelGrid } from './channel-grid.tsx';
import { Deliveries } from './deliveries.tsx';
import { MailAddress } from './mail-address.tsx';
import { Webhooks } from './webhooks.tsx';

/** When and where a person is told, and what was told outside the app. */
export function NotificationsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={t('notify.title')} lead={t('notify.lead')}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Settings settings={data.timeSettings} />
      ) : (
        <Skeleton />
      )}
    </Page>
  );
}

const quietDefault = { from: '22:00', until: '07:00' };

function Settings({ settings }: { readonly settings: TimeSettings }) {
  const { t } = useTranslation();
  const change = useChange();
  const { daySummary, dayTime, quiet, lockScreenTitles, channels } = settings;
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

/**
 * Shown at once, and taken back if the service refuses it. Changes are sent one after the other, and what the service
 * answers is shown with the last one: in between it does not know of the others.
 */
function useChange(): (change: TimeSettingsChange) => void {
  const failureText = useFailureText();
  const { queryKey } = settingsQuery;
  const mutationKey = ['time-settings'];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'time-settings' },
    mutationFn: (change: TimeSettingsChange) => rpc.time.change.mutate(change),
    onMutate: ({ channels, ...change }) =>
      queryClient.setQueryData(
        queryKey,
        (now) =>
          now && {
            timeSettings: {
              ...now.timeSettings,
              ...change,
              channels: { ...now.timeSettings.channels, ...channels },
            } as TimeSettings,
          },
      ),
    onSuccess: (answer) => {
      if (queryClient.isMutating({ mutationKey }) <= 1) queryClient.setQueryData(queryKey, answer);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey });
      showToast({ text: failureText(failureOf(error)), tone: 'danger' });
    },
  });
  return mutate;
}

/** Sent when the person leaves it: on the way some browsers report every figure. */
function TimeField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}) {
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
