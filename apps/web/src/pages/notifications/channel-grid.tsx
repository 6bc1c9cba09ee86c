import type { Channels } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { rpc, trpc } from '../../data/service/client.ts';
import { useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Offer } from '../../ui/page/content.tsx';

const kinds = ['reminder', 'day', 'schedule'] as const;
const outside = ['push', 'mail', 'webhook'] as const;

/** The channels of each kind of notification. The app always gets all, so it has no column. */
export function ChannelGrid({
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
                        {t('notify.by', {
                          kind: t(`notify.kind.${kind}`),
                          channel: t(`notify.channel.${channel}`),
                        })}
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
export function MailAddress() {
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
