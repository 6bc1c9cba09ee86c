import type { Conversation } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { t } from '../i18n/translate.ts';
import { LineEditor } from '../ui/line-editor.tsx';
import { renameConversation } from './conversation-actions.ts';

interface RenameFieldProps {
  readonly conversation: Conversation;
  readonly className: string;
  readonly onDone: () => void;
}

/** Renaming a conversation in place; an empty title changes nothing. */
export function RenameField({ conversation, className, onDone }: RenameFieldProps) {
  return (
    <LineEditor
      value={conversation.title}
      label={t('conversations.renameLabel')}
      charsMax={limits.conversationTitleCharsMax}
      bare={className}
      onDone={(title) => {
        onDone();
        if (title) void renameConversation(conversation, title);
      }}
    />
  );
}
