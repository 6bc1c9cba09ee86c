import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notificationsQuery } from '../../data/notifications.ts';
import { t } from '../../i18n/translate.ts';
import { navigate } from '../../routing/history.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { notificationPlace } from './notification-place.ts';

/** Announces notifications that arrive while the page is open; Today lists earlier ones. */
export function useReminded(): void {
  const { data } = useQuery(notificationsQuery);
  const newest = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    const { notifications } = data;
    // Ids are in the order in which they were made.
    const seen = newest.current;
    newest.current = notifications[0]?.id ?? seen ?? '';
    if (seen === undefined) return;
    for (const notification of notifications.slice(0, 3)) {
      const { id, kind, title, conversationId, readAt } = notification;
      if (id <= seen || readAt !== null) continue;
      showToast({
        // The title of a failure is a sentence.
        text:
          kind !== 'schedule'
            ? t('nav.reminder', { title })
            : conversationId
              ? `${t('conversations.schedule')}: ${title}`
              : title,
        waits: true,
        action: { label: t('chat.openConversation'), run: () => navigate(notificationPlace(notification)) },
      });
    }
  }, [data]);
}
