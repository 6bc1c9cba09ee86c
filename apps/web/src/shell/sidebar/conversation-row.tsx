import type { Conversation } from '@jarvis/contract';
import { memo, useState } from 'react';
import { ConversationMenu } from '../../chat/conversation-menu.tsx';
import { RenameField } from '../../chat/rename-field.tsx';
import type { TurnState } from '../../chat/replies/store.ts';
import { useLanguage } from '../../i18n/translate.ts';
import { conversationAddress } from '../../routing/addresses.ts';
import { Link } from '../../routing/link.tsx';
import { cx } from '../../ui/classes.ts';
import { TurnMark } from '../turn-mark.tsx';

interface ConversationRowProps {
  readonly conversation: Conversation;
  /** Its text in the list. */
  readonly label?: string;
  readonly state: TurnState['state'] | undefined;
  /** It is the conversation on the page. */
  readonly current: boolean;
}

/** A conversation of the list, which is renamed in place. Rendered again only for its own changes. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, label, state, current } = props;
  useLanguage();
  const [renaming, setRenaming] = useState(false);

  if (renaming) {
    return (
      <li>
        <RenameField
          conversation={conversation}
          className="h-9 rounded-lg px-2.5 text-[0.9375rem] tap"
          onDone={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className={cx('group relative rounded-lg', current ? 'bg-chosen' : 'hover:bg-chosen')}>
      <Link
        to={conversationAddress(conversation.id)}
        title={conversation.title}
        onDoubleClick={() => setRenaming(true)}
        className={cx(
          'tap flex h-9 items-center gap-2 rounded-lg ps-2.5 pe-9 text-[0.9375rem]',
          current ? 'font-medium text-ink' : 'text-ink-2 group-hover:text-ink',
        )}
      >
        {state && <TurnMark state={state} />}
        <bdi className="block min-w-0 truncate">{label ?? conversation.title}</bdi>
      </Link>
      <ConversationMenu
        conversation={conversation}
        shown={current}
        onRename={() => setRenaming(true)}
        className="absolute end-0.5 top-1/2 size-8 -translate-y-1/2 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-transparent data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      />
    </li>
  );
});
