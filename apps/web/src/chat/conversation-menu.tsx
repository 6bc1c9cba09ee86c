import type { Conversation } from '@jarvis/contract';
import Download from '~icons/download';
import MoreHorizontal from '~icons/ellipsis';
import Pencil from '~icons/pencil';
import Trash2 from '~icons/trash';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useConversationActions } from './conversation-actions.ts';

/** The menu of a conversation: renaming happens in place, next to the menu. */
export function ConversationMenu({
  conversation,
  shown,
  align,
  className,
  onRename,
}: {
  readonly conversation: Conversation;
  /** It is the conversation on the page. */
  readonly shown: boolean;
  readonly align: 'start' | 'end';
  readonly className?: string;
  readonly onRename: () => void;
}) {
  const { t } = useTranslation();
  const { remove } = useConversationActions();
  const exportAs = (format: 'markdown' | 'json') =>
    void import('./export-conversation.ts').then(({ exportConversation }) =>
      exportConversation(conversation, format),
    );
  const label = t('conversations.options', { title: conversation.title });
  return (
    <Menu
      label={label}
      align={align}
      trigger={
        <IconButton label={label} {...(className && { className })}>
          <MoreHorizontal />
        </IconButton>
      }
      entries={[
        {
          kind: 'item',
          label: t('common.rename'),
          icon: <Pencil />,
          // After the menu has closed and returned the focus, so that the field can take it.
          onSelect: () => setTimeout(onRename),
        },
        {
          kind: 'item',
          label: t('conversations.exportMarkdown'),
          icon: <Download />,
          onSelect: () => exportAs('markdown'),
        },
        {
          kind: 'item',
          label: t('conversations.exportJson'),
          icon: <Download />,
          onSelect: () => exportAs('json'),
        },
        {
          kind: 'item',
          label: t('common.delete'),
          icon: <Trash2 />,
          danger: true,
          onSelect: () => remove(conversation, shown),
        },
      ]}
    />
  );
}
