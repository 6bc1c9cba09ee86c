import type { Conversation, MessagePage } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { rpc } from '../data/service/client.ts';
import { appLocale, t } from '../i18n/translate.ts';
import { showFailure } from '../ui/feedback/toast.tsx';

/** Saves a conversation as a file: the chosen line, from its first message. The JSON can be imported again. */
export const exportConversation = ({ id }: Conversation, format: 'markdown' | 'json'): Promise<void> =>
  readWhole(id)
    .then((whole) => saveAs(format, whole))
    .catch(showFailure);

type ConversationToExport = Pick<MessagePage, 'conversation' | 'messages'>;

function saveAs(format: 'markdown' | 'json', { conversation, messages }: ConversationToExport) {
  if (format === 'json') {
    const text = JSON.stringify({ conversations: [{ ...conversation, messages }] }, null, 2);
    return save(`${conversation.title}.json`, 'application/json', text);
  }
  const text = [
    `# ${conversation.title}`,
    ...messages.map(({ role, content, createdAt, extras }) => {
      const time = new Date(createdAt).toLocaleString(appLocale(), {
        dateStyle: 'medium',
        timeStyle: 'short',
      });
      const sources = (extras?.sources ?? []).map(
        ({ title, url }, index) => `${index + 1}. ${title}: ${url}`,
      );
      return [
        `**${t(role === 'user' ? 'chat.you' : 'common.appName')}** · ${time}`,
        content,
        ...(sources.length > 0 ? [`${t('chat.sources')}:\n${sources.join('\n')}`] : []),
      ].join('\n\n');
    }),
  ].join('\n\n---\n\n');
  save(`${conversation.title}.md`, 'text/markdown', `${text}\n`);
}

/** Reads from the end to the beginning; starts again when another version is chosen meanwhile. */
async function readWhole(id: string): Promise<ConversationToExport> {
  let page = await rpc.conversations.page.query({ id, limit: limits.messagePageMax });
  const { conversation, line } = page;
  const pages = [page.messages];
  while (page.earlier && page.messages[0]) {
    const before = page.messages[0].id;
    page = await rpc.conversations.page.query({ id, before, limit: limits.messagePageMax });
    if (page.line !== line) return readWhole(id);
    pages.unshift(page.messages);
  }
  return { conversation, messages: pages.flat() };
}

/** The browser replaces what a file's name cannot have. */
function save(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
