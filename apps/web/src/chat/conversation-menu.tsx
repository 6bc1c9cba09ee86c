import type { Conversation } from '@jarvis/contract';
import type { ComponentProps } from 'react';
import { Download, Ellipsis, Pencil, Trash } from '~icons';
import { t } from '../i18n/translate.ts';
import { tellPartFailed } from '../ui/feedback/toast.tsx';
import { IconMenu, menuItem } from '../ui/menu/menu.tsx';
import { deleteConversation } from './conversation-actions.ts';

interface ConversationMenuProps extends Pick<ComponentProps<typeof IconMenu>, 'align' | 'className'> {
  readonly conversation: Conversation;
  /** It is the conversation on the page. */
  readonly shown: boolean;
  readonly onRename: () => void;
}

/** The menu of a conversation: renaming happens in place, next to the menu. */
export function ConversationMenu({ conversation, shown, onRename, ...menu }: ConversationMenuProps) {
  const exportAs = (format: 'markdown' | 'json') =>
    void import('./export-conversation.ts').then(
      ({ exportConversation }) => exportConversation(conversation, format),
      tellPartFailed,
    );
  return (
    <IconMenu
      {...menu}
      label={t('conversations.options', { title: conversation.title })}
      icon={<Ellipsis />}
      entries={[
        // After the menu has closed and returned the focus, so that the field can take it.
        menuItem(t('common.rename'), <Pencil />, () => setTimeout(onRename)),
        menuItem(t('conversations.exportMarkdown'), <Download />, () => exportAs('markdown')),
        menuItem(t('conversations.exportJson'), <Download />, () => exportAs('json')),
        menuItem(t('common.delete'), <Trash />, () => deleteConversation(conversation, shown), {
          danger: true,
        }),
      ]}
    />
  );
}
