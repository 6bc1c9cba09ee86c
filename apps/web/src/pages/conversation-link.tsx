import { useTranslation } from '../i18n/use-translation.ts';
import { conversationAddress } from '../routing/addresses.ts';
import { Link } from '../routing/link.tsx';

/** Opens the conversation in which something happened. */
export function ConversationLink({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to={conversationAddress(id)}
      className="tap inline-flex items-center font-medium text-accent hover:underline"
    >
      {t('conversations.open')}
    </Link>
  );
}
