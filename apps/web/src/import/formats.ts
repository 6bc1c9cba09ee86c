import type { ImportedPart } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { jsonIn } from '../data/browser/kept.ts';
import {
  withoutChatGptMarks,
  withoutClaudePlaceholders,
  withoutLibreChatMarks,
  withoutOpenWebUiDetails,
} from './marks.ts';
import { writtenDocument } from './written-document.ts';

/** An exported conversation in its importable form: its chosen line. */
export interface ExportedConversation extends Omit<ImportedPart, 'from' | 'after'> {
  /** Visible items that were skipped: system messages, reasoning, tool calls, messages without a text. */
  readonly left: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a conversation of any known export; undefined for anything else. */
export function readConversation(raw: unknown): ExportedConversation | undefined {
  const fields = fieldsOf(raw);
  for (const read of [fromChatGpt, fromClaude, fromOpenWebUi, fromJarvis, fromLibreChat]) {
    const conversation = fields && read(fields);
    if (conversation) return conversation;
  }
  return undefined;
}

/** A tree of nodes; the line leads from the current node to the root. */
function fromChatGpt(fields: Fields): ExportedConversation | undefined {
  const nodes = fieldsOf(fields.mapping);
  if (!nodes) return undefined;
  // Its root has no message, and the node after it is hidden there, too.
  const line = lineTo(nodes, 'parent', fields.current_node).filter((node) => {
    const message = fieldsOf(node.message);
    return message && fieldsOf(message.metadata)?.is_visually_hidden_from_conversation !== true;
  });
  const { title, create_time: created } = fields;
  const about = { id: fields.conversation_id ?? fields.id, title, created };
  return built('chatgpt', about, line, (node) => {
    const message = fieldsOf(node.message);
    const report = researchReport(message);
    const content = fieldsOf((report ?? message)?.content);
    const metadata = fieldsOf((report ?? message)?.metadata);
    const recipient = report ? 'all' : (message?.recipient ?? 'all');
    const isText = report || content?.content_type === 'text' || content?.content_type === 'multimodal_text';
    const parts = isText ? listOf(content?.parts).map(chatGptText).filter(Boolean) : [];
    const shown = parts.join('\n\n');
    return {
      id: message?.id ?? node.id,
      role: report ? 'assistant' : fieldsOf(message?.author)?.role,
      content:
        recipient === 'all'
          ? withoutChatGptMarks(shown, chatGptLinks(metadata, shown))
          : text(recipient).startsWith('canmore.') && canvasDocument(text(content?.text) || shown),
      at: message?.create_time,
    };
  });
}

/** The report of a deep research is a message in the state of the tool's widget. */
const researchReport = (message: Fields | undefined): Fields | undefined =>
  fieldsOf(parsed(text(fieldsOf(fieldsOf(message?.metadata)?.chatgpt_sdk)?.widget_state))?.report_message);

/** Of a mark of a citation: a hostile export may have thousands that span a whole text. */
const citationCharsMax = 500;

/** The links of the sources by their marks in the text. */
function chatGptLinks(metadata: Fields | undefined, shown: string): Map<string, string> {
  const cited = listOf(metadata?.citations).map(fieldsOf);
  const signs = cited.length > 0 ? [...shown] : [];
  return new Map([
    ...cited.map((each): [string, string] => {
      const from = Number(each?.start_ix);
      const mark = signs.slice(from, Math.min(from + citationCharsMax, Number(each?.end_ix))).join('');
      return [mark, linkTo(fieldsOf(each?.metadata))];
    }),
    ...listOf(metadata?.content_references)
      .map(fieldsOf)
      .map((each): [string, string] => [text(each?.matched_text), text(each?.alt) || linkTo(each)]),
  ]);
}

function linkTo(source: Fields | undefined): string {
  const name = text(source?.name);
  const address = text(source?.url);
  if (/^https?:/.test(address)) return ` ([${text(source?.title) || address}](${address}))`;
  return name && ` (${name})`;
}

/** A document beside the conversation, or the changed passages of one, from the arguments of the call. */
function canvasDocument(call: string): string {
  const written = parsed(call);
  const [, language] = text(written?.type).split('code/');
  const passages = listOf(written?.updates).map((update) => text(fieldsOf(update)?.replacement));
  return (
    writtenDocument(text(written?.name), text(written?.content), language) ||
    writtenDocument('', passages.join('\n\n'), '')
  );
}

/** A part is a text, or what was said in a spoken conversation; pictures and recordings have none. */
function chatGptText(part: unknown): string {
  const fields = fieldsOf(part);
  return text(fields?.content_type === 'audio_transcription' ? fields.text : part);
}

function fromClaude(fields: Fields): ExportedConversation | undefined {
  if (!Array.isArray(fields.chat_messages)) return undefined;
  const messages = fields.chat_messages.map(fieldsOf);
  const nodes = Object.fromEntries(messages.map((message) => [text(message?.uuid), message]));
  // Edited messages and repeated replies are branches; older exports are a plain list.
  const line = messages.every((message) => message?.parent_message_uuid)
    ? lineTo(nodes, 'parent_message_uuid', fields.current_leaf_message_uuid)
    : messages;
  const about = { id: fields.uuid, title: fields.name, created: fields.created_at };
  return built('claude', about, line, (message) => {
    const blocks = listOf(message.content).map(fieldsOf);
    // The text repeats the blocks, with placeholders for some.
    const words = blocks.length > 0 ? blocks.map(claudeText) : [text(message.text)];
    // A long text that was pasted is an attachment without a name.
    const pasted = listOf(message.attachments)
      .map(fieldsOf)
      .map((each) => (text(each?.file_name) === '' ? text(each?.extracted_content) : ''));
    return {
      id: message.uuid,
      role: message.sender === 'human' ? 'user' : message.sender,
      content: [...words.map(withoutClaudePlaceholders), ...pasted].filter(Boolean).join('\n\n'),
      at: message.created_at,
    };
  });
}

/** A block is a text, or the call of a tool that wrote or changed a document. */
function claudeText(block: Fields | undefined): string {
  if (block?.type === 'text') return text(block.text);
  const input = block?.type === 'tool_use' ? fieldsOf(block.input) : undefined;
  // A change of a document has only the new passage.
  const passage = text(input?.new_str);
  if (block?.name === 'create_file' || block?.name === 'str_replace') {
    const [, ending = ''] = /\.(\w+)$/.exec(text(input?.path)) ?? [];
    const language = ending === 'md' ? undefined : ending;
    return writtenDocument(text(input?.path), text(input?.file_text) || passage, language);
  }
  if (block?.name !== 'artifacts') return '';
  const language = input?.type === 'text/markdown' ? undefined : text(input?.language);
  return writtenDocument(text(input?.title), text(input?.content) || passage, language);
}

function fromOpenWebUi(fields: Fields): ExportedConversation | undefined {
  const chat = fieldsOf(fields.chat);
  const history = fieldsOf(chat?.history);
  const nodes = fieldsOf(history?.messages);
  if (!nodes) return undefined;
  const about = {
    id: fields.id ?? chat?.id,
    title: fields.title ?? chat?.title,
    created: fields.created_at ?? chat?.timestamp,
  };
  const line = lineTo(nodes, 'parentId', history?.currentId);
  return built('openWebUi', about, line, ({ id, role, content, timestamp }) => ({
    id,
    role,
    content: role === 'assistant' ? withoutOpenWebUiDetails(text(content)) : content,
    at: timestamp,
  }));
}

/** An export of the account has messages within conversations; one of a conversation has them side by side. */
function fromJarvis(fields: Fields): ExportedConversation | undefined {
  const conversation = fieldsOf(fields.conversation) ?? fields;
  const messages = listOf(fields.messages).map(fieldsOf);
  if (!('createdAt' in conversation) || messages[0]?.messageId !== undefined) return undefined;
  if (!messages.every((message) => message && 'policyDenied' in message)) return undefined;
  const { id, title, createdAt: created } = conversation;
  return built('jarvis', { id, title, created }, messages, (message) => ({
    ...message,
    at: message.createdAt,
  }));
}

/** A list with parents, in the order they were written, or a tree of children; the latest message ends the line. */
function fromLibreChat(fields: Fields): ExportedConversation | undefined {
  if (!Array.isArray(fields.messages)) return undefined;
  const nodes: Record<string, unknown> = {};
  const add = (list: readonly unknown[]) => {
    for (const message of list.map(fieldsOf)) {
      if (message) nodes[text(message.messageId)] = message;
      add(listOf(message?.children));
    }
  };
  add(fields.messages);
  const line = lineTo(nodes, 'parentMessageId');
  const created = fields.createdAt ?? line[0]?.createdAt ?? fields.exportAt;
  const about = { id: fields.conversationId, title: fields.title, created };
  return built('libreChat', about, line, (message) => {
    const parts = listOf(message.content)
      .map(fieldsOf)
      .flatMap((part) => (part?.type === 'text' ? text(part.text) || text(fieldsOf(part.text)?.value) : []));
    const content = text(message.text) || parts.join('\n\n');
    const isPerson = message.isCreatedByUser === true;
    return {
      id: message.messageId,
      role: isPerson ? 'user' : 'assistant',
      content: isPerson ? content : withoutLibreChatMarks(content),
      at: message.createdAt,
    };
  });
}

type MessageField = 'id' | 'role' | 'content' | 'at' | 'fromWeb' | 'policyDenied';

function built(
  source: ImportedPart['source'],
  { id, title, created }: { id: unknown; title: unknown; created: unknown },
  line: readonly (Fields | undefined)[],
  read: (message: Fields) => Partial<Record<MessageField, unknown>>,
): ExportedConversation | undefined {
  if (text(id) === '') return undefined;
  const items = line.map((message) => (message ? read(message) : {}));
  let at = [created, ...items.map((item) => item.at)].map(timeOf).find((time) => time !== undefined) ?? 0;
  const createdAt = new Date(at).toISOString();
  const messages = items.flatMap(({ id: messageId, role, content, at: time, fromWeb, policyDenied }, i) => {
    const kept = cleaned(text(content));
    const speaker: 'user' | 'assistant' | undefined =
      role === 'user' || role === 'assistant' ? role : undefined;
    if (!speaker || kept === '') return [];
    at = timeOf(time) ?? at;
    return [
      {
        id: text(messageId) || String(i),
        role: speaker,
        content: kept,
        createdAt: new Date(at).toISOString(),
        // Our export marks a program's message, and a denied reply.
        ...(speaker === 'user' && fromWeb === true && { fromWeb }),
        ...(policyDenied === true && { policyDenied }),
      },
    ];
  });
  const begin = [...(messages[0]?.content.slice(0, 1_000) ?? '')];
  const isShown = line.filter((message) => message && Object.keys(message).length > 0).length;
  return {
    source,
    id: text(id),
    title: cleaned(text(title)) || begin.slice(0, limits.automaticTitleCharsMax).join('').trim(),
    createdAt,
    messages,
    left: isShown - messages.length,
  };
}

/**
 * From the root to a leaf, if it is there, else to the last node without a successor. `parent` is the field that names
 * the node before. Ends at a node that it has visited before.
 */
function lineTo(nodes: Fields, parent: string, leaf?: unknown): Fields[] {
  const line: Fields[] = [];
  const visited = new Set<string>();
  const named = text(leaf);
  for (let id = ((named in nodes) && named) || lastLeaf(nodes, parent); id !== '' && !visited.has(id); ) {
    visited.add(id);
    const node = fieldsOf(nodes[id]);
    if (!node) break;
    line.push(node);
    id = text(node[parent]);
  }
  return line.reverse();
}

function lastLeaf(nodes: Fields, parent: string): string {
  const ids = Object.keys(nodes);
  const parents = new Set(ids.map((id) => text(fieldsOf(nodes[id])?.[parent])));
  return ids.findLast((id) => !parents.has(id)) ?? '';
}

/** Milliseconds since 1970, also negative, from seconds, milliseconds or a written time, for the years 69 to 2096. */
function timeOf(value: unknown): number | undefined {
  const ms =
    typeof value === 'number' ? value * (Math.abs(value) < 1e11 ? 1_000 : 1) : Date.parse(text(value));
  return ms > -6e13 && ms < 4e12 ? Math.floor(ms) : undefined;
}

/** In storable form. */
const cleaned = (content: string) => content.replaceAll('\u0000', '').toWellFormed().trim();

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const parsed = (json: string): Fields | undefined => fieldsOf(jsonIn(json));
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
