import type { ReplyExtras } from '@jarvis/contract';
import History from '~icons/rotate-ccw-clock';
import { t } from '../../i18n/translate.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { Link } from '../../routing/link.tsx';
import { when } from '../../ui/when.tsx';

/**
 * The other conversations that a reply drew on, so that the person can check it. A deleted one says so on its page.
 */
export function DrawnFrom({
  conversations,
}: {
  readonly conversations: NonNullable<ReplyExtras['drawnFrom']>;
}) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <History className="size-3.5" aria-hidden /> {t('chat.drawnFrom')}
      </span>
      {conversations.map(({ conversationId, title, at }) => (
        <span key={conversationId} className="inline-flex min-w-0 items-baseline gap-1.5">
          <Link
            to={conversationAddress(conversationId)}
            className="min-w-0 truncate text-ink-2 underline decoration-1 underline-offset-4 hover:text-ink"
          >
            <bdi>{title}</bdi>
          </Link>
          <span className="shrink-0 text-xs">{when(at)}</span>
        </span>
      ))}
    </p>
  );
}
