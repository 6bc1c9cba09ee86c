import type { Conversation } from '@jarvis/contract';
import { useState } from 'react';
import { t } from '../i18n/translate.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { RenameField } from './rename-field.tsx';

/** The title of the conversation on the page; a click changes it in place. */
export function ConversationTitle({ conversation }: { readonly conversation: Conversation }) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <>
        <h1 className="sr-only">{conversation.title}</h1>
        <RenameField
          conversation={conversation}
          className="h-9 max-w-md rounded-lg px-2.5 font-medium"
          onDone={() => setRenaming(false)}
        />
      </>
    );
  }
  return (
    <>
      <h1 className="min-w-0">
        <button
          type="button"
          title={t('common.rename')}
          onClick={() => setRenaming(true)}
          className="tap block max-w-full truncate rounded-lg px-2 py-1.5 text-start text-[0.9375rem] font-medium text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <bdi>{conversation.title}</bdi>
        </button>
      </h1>
      <ConversationMenu conversation={conversation} shown align="start" onRename={() => setRenaming(true)} />
    </>
  );
}
