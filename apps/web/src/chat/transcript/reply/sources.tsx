import type { ReplyExtras, Source } from '@jarvis/contract';
import { RotateCcwClock } from '~icons';
import { t } from '../../../i18n/translate.ts';
import { conversationAddress } from '../../../routing/addresses.ts';
import { Link } from '../../../routing/link.tsx';
import { cx } from '../../../ui/classes.ts';
import { when } from '../../../ui/when.tsx';
import { safeUrl } from '../../markdown/safe-url.ts';

/** The numbered sources of a reply. Their icons are not loaded: no site learns what was read. */
export function Sources({ sources, messageId }: { sources: readonly Source[]; messageId: string }) {
  return (
    <section aria-label={t('chat.sources')} className="mt-4">
      <h3 className="mb-2 text-sm font-medium text-ink-3">{t('chat.sources')}</h3>
      <ol className="grid gap-2 sm:grid-cols-2">
        {sources.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is their number
          <li key={index}>
            <SourceCard source={source} number={index + 1} id={`source-${messageId}-${index + 1}`} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceCard({ source, number, id }: { source: Source; number: number; id: string }) {
  const url = safeUrl(source.url);
  const Card = url ? 'a' : 'div';
  return (
    <Card
      id={id}
      {...(url ? { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' } : { tabIndex: -1 })}
      className={cx(
        'flex h-full gap-2.5 rounded-xl border border-line bg-raised p-3 transition-colors',
        url && 'hover:border-line-strong',
      )}
    >
      <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent">
        {number}
      </span>
      <span className="min-w-0">
        <span className="line-clamp-1 text-sm font-medium wrap-anywhere" dir="auto">
          {source.title || source.domain}
        </span>
        <span className="line-clamp-1 text-xs text-ink-3 wrap-anywhere">{source.domain}</span>
        <span className="hidden text-xs wrap-anywhere print:block">{url}</span>
        {source.snippet && (
          <span className="mt-1 line-clamp-2 text-xs leading-relaxed text-ink-2 wrap-anywhere" dir="auto">
            {source.snippet}
          </span>
        )}
      </span>
    </Card>
  );
}

/** The other conversations that a reply drew on, for the person to check. A deleted one says so on its page. */
export function DrawnFrom({ conversations }: { conversations: NonNullable<ReplyExtras['drawnFrom']> }) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <RotateCcwClock className="size-3.5" /> {t('chat.drawnFrom')}
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
