import type { Channels, TimeSettings, TimeSettingsChange } from '@jarvis/contract';
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { rpc, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { settingsQuery, showSettings } from '../../data/time-zone.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure } from '../../ui/feedback/toast.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Field } from '../../ui/field.tsx';
import { Loaded, Offer, Page, Section } from '../../ui/page/page.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { Deliveries } from './deliveries.tsx';
import { Browsers, Webhooks } from './targets.tsx';

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
    <>
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
    </>
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

const kinds = ['reminder', 'day', 'schedule'] as const;
const outside = ['push', 'mail', 'webhook'] as const;

/** The channels of each kind of notification. The app always gets all, so it has no column. */
function ChannelGrid({
  channels,
  onChange,
}: {
  channels: Channels;
  onChange: (changed: Partial<Channels>) => void;
}) {
  return (
    <>
      <p className="mb-3 text-[0.9375rem] leading-relaxed text-ink-2">{t('notify.channelsText')}</p>
      <div className="overflow-x-auto scroll-thin">
        <table className="w-full max-w-lg text-[0.9375rem]">
          <thead>
            <tr className="text-sm text-ink-3">
              <td />
              {outside.map((channel) => (
                <th key={channel} scope="col" className="px-1 py-2 font-medium max-sm:px-0.5 max-sm:text-xs">
                  {t(`notify.channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-medium">
                  {t(`notify.kind.${kind}`)}
                </th>
                {outside.map((channel) => (
                  <td key={channel} className="text-center">
                    <label className="tap inline-flex size-11 items-center justify-center">
                      <span className="sr-only">
                        {t(`notify.kind.${kind}`)}: {t(`notify.channel.${channel}`)}
                      </span>
                      <input
                        type="checkbox"
                        className="size-5 accent-accent"
                        checked={channels[kind].includes(channel)}
                        onChange={({ target }) => {
                          const others = channels[kind].filter((each) => each !== channel);
                          onChange({ [kind]: target.checked ? [...others, channel] : others });
                        }}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Mail goes to a confirmed address only: nobody can register another person's address and have mail sent there. */
function MailAddress() {
  const { email } = useUser();
  const { data } = useQuery(trpc.deliveries.mail.queryOptions());
  const confirm = useChange(() => rpc.deliveries.confirmMail.mutate(), {
    said: () => t('notify.confirmSent', { email }),
  });
  if (!data || data.isConfirmed) return null;
  return (
    <Offer text={t('notify.confirmText', { email })}>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {t('notify.confirm')}
      </Button>
    </Offer>
  );
}
