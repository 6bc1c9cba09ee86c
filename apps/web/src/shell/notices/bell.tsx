import type { InAppNotification } from '@jarvis/contract';
import { useQuery } from '@tanstack/react-query';
import { BellRing, Check, RotateCcw } from '~icons';
import { notificationsQuery } from '../../data/notifications.ts';
import { rpc, trpc } from '../../data/service/client.ts';
import { t } from '../../i18n/translate.ts';
import { type Here, momentText, useHere } from '../../pages/times/due-text.ts';
import { Link } from '../../routing/link.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useChange } from '../../ui/feedback/use-change.ts';
import { Empty, Loaded } from '../../ui/page/page.tsx';
import { notificationPlace } from './notification-place.ts';

/** The service's notifications, newest first, read and unread. */
export default function Bell({ onClose }: { onClose: () => void }) {
  const here = useHere();
  const query = useQuery(notificationsQuery);
  const list = query.data?.notifications ?? [];
  const unread = list.filter(({ readAt }) => readAt === null).map(({ id }) => id);

  const refreshes = [trpc.notifications.inApp.pathFilter()];
  const read = useChange((ids: string[]) => rpc.notifications.read.mutate({ ids }), { refreshes });
  const mark = useChange(rpc.notifications.mark.mutate, { refreshes });

  return (
    <Dialog wide onClose={onClose} title={t('nav.notifications')}>
      <p className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {unread.length > 0 && (
          <Button size="small" onClick={() => read.mutate(unread)}>
            <Check className="size-4" /> {t('bell.readAll')}
          </Button>
        )}
        <Link to="/notifications" className="text-accent underline underline-offset-2" onClick={onClose}>
          {t('bell.settings')}
        </Link>
      </p>
      <Loaded query={query}>
        {() =>
          list.length === 0 ? (
            <Empty icon={<BellRing />} title={t('bell.empty')} text={t('bell.emptyText')} />
          ) : (
            <ul className="-mt-1 -mb-2 divide-y divide-line">
              {list.map((notification) => (
                <Notice
                  key={notification.id}
                  notification={notification}
                  here={here}
                  onFollow={() => {
                    if (notification.readAt === null) read.mutate([notification.id]);
                    onClose();
                  }}
                  onMark={() => mark.mutate({ id: notification.id, read: notification.readAt === null })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface NoticeProps {
  readonly notification: InAppNotification;
  readonly here: Here;
  readonly onFollow: () => void;
  readonly onMark: () => void;
}

function Notice({ notification, here, onFollow, onMark }: NoticeProps) {
  const { kind, title, body, createdAt, late, missed, readAt } = notification;
  const isUnread = readAt === null;
  return (
    <li className="flex gap-3 py-2.5">
      <span className={cx('mt-2 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className={cx(isUnread && 'font-medium')}>
          {kind === 'system' ? (
            <span dir="auto" className="wrap-anywhere">
              {title}
            </span>
          ) : (
            <Link
              to={notificationPlace(notification)}
              dir="auto"
              className="wrap-anywhere underline-offset-2 hover:underline"
              onClick={onFollow}
            >
              {title}
            </Link>
          )}
        </p>
        {body !== '' && (
          <p dir="auto" className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere text-ink-2">
            {body}
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
          {isUnread && <span className="font-medium text-accent">{t('bell.unread')}</span>}
          <time dateTime={createdAt}>{momentText(createdAt, here)}</time>
          {late && <span>{t('reminded.late')}</span>}
          {missed > 0 && <span>{t('reminded.missed', { count: missed })}</span>}
        </p>
      </div>
      <IconButton
        icon={isUnread ? <Check /> : <RotateCcw />}
        label={t(isUnread ? 'reminded.read' : 'bell.markUnread', { title })}
        onClick={onMark}
      />
    </li>
  );
}
