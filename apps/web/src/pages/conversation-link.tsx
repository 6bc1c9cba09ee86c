import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';

/** Opens the conversation in which something happened. */
export function ConversationLink({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/c/$conversationId"
      params={{ conversationId: id }}
      className="tap inline-flex items-center font-medium text-accent hover:underline"
    >
      {t('conversations.open')}
    </Link>
  );
}
