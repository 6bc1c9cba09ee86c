import { z } from 'zod';
import { defaults, limits } from '../limits.ts';
import { memory } from '../memory.ts';
import { checkedAtOnce } from '../primitives/checked-at-once.ts';
import { pageInput } from '../primitives/page.ts';
import {
  anyText,
  byId,
  described,
  id,
  shownFlag,
  shownText,
  singleLine,
  tidyText,
  timestamp,
  writtenText,
} from '../primitives/text.ts';
import { nameSuggestion, source, toolRun } from './chat.ts';
import { attachedFile, filesOfMessage } from './file.ts';

const title = { examples: ['A weekend in Turin'] };

/** Specification: Conversation. */
export const conversation = z
  .object({
    id: id(),
    title: z
      .string()
      .max(limits.conversationTitleCharsMax)
      .meta({ ...title, description: `Title, up to ${limits.conversationTitleCharsMax} characters.` }),
    createdAt: timestamp(),
    updatedAt: timestamp('When a message was last added or the title changed.'),
  })
  .meta({ id: 'Conversation', description: 'A conversation, without its messages.' });
export type Conversation = z.infer<typeof conversation>;

/** Specification: Message. */
export const message = z
  .object({
    id: id(),
    role: z.enum(['user', 'assistant']).describe('Who wrote it.'),
    content: shownText('The text; Markdown in replies.', 'When does the train leave?'),
    policyDenied: shownFlag('True when a policy denial replaced the reply.', false),
    createdAt: timestamp(),
  })
  .meta({ id: 'Message', description: 'A message of a conversation.' });
export type Message = z.infer<typeof message>;

export const conversationById = byId('conversation');
export const readConversationInput = conversationById.extend({
  include: z.literal('files').describe('`files` adds the files of each message that has any.').optional(),
});
export const listConversationsInput = z.object({
  q: tidyText(0, limits.searchCharsMax)
    .meta({
      description: `Only conversations whose title or messages contain this text, regardless of case and accents; up to ${limits.searchCharsMax} characters. A blank value is no search.`,
      examples: ['turin'],
    })
    .optional(),
  include: z
    .literal('files')
    .describe('`files`: `q` also finds conversations by the names and the text of their files.')
    .optional(),
  ...pageInput(limits.conversationListMax, 'change'),
});
export const createConversationInput = z.object({
  title: tidyText(0, limits.conversationTitleCharsMax)
    .optional()
    .meta({
      ...title,
      description: `Title, up to ${limits.conversationTitleCharsMax} characters; \`${defaults.conversationTitle}\` when it is missing or blank.`,
    }),
});
export const renameConversationInput = conversationById.extend({
  title: singleLine(1, limits.conversationTitleCharsMax).meta({
    ...title,
    description: `New title, 1-${limits.conversationTitleCharsMax} characters on a single line.`,
  }),
});
export const addMessageInput = conversationById.extend({
  content: writtenText(1, limits.messageCharsMax).meta({
    description: `Text of the message, 1-${limits.messageCharsMax} characters.`,
    examples: ['When does the train leave?'],
  }),
  files: filesOfMessage,
});

const files = described(z.array(attachedFile).optional(), 'The message’s files, on request.', []);
const messageWithFiles = message
  .extend({ files })
  .meta({ id: 'MessageWithFiles', description: 'A message of a conversation, with its files if asked for.' });
export type MessageWithFiles = z.infer<typeof messageWithFiles>;

export const conversationsOutput = checkedAtOnce(
  z.object({
    conversations: z.array(conversation).max(limits.conversationListMax),
  }),
);

/** For the web app's list: all conversations of a schedule are one entry, their last changed one. */
const conversationEntry = conversation.extend({
  schedule: z
    .object({
      id: z.string(),
      /** Null when the schedule was deleted. */
      title: z.string().nullable(),
      hasOthers: z.boolean(),
    })
    .nullable(),
});
export type ConversationEntry = z.infer<typeof conversationEntry>;
export const conversationEntriesInput = z.object(pageInput(limits.conversationListMax, 'change'));
export const conversationEntriesOutput = z.object({
  conversations: z.array(conversationEntry).max(limits.conversationListMax),
});
export const conversationsOfScheduleInput = conversationEntriesInput.extend({ scheduleId: id() });

export const conversationOutput = z.object({ conversation });
export const conversationWithMessagesOutput = checkedAtOnce(
  z.object({
    conversation,
    messages: z.array(messageWithFiles).describe('All messages, oldest first.'),
  }),
);
export const addedMessageOutput = z.object({ message, conversation });

/** For the web app only: data shown beside a stored reply. */
export const replyExtras = z.object({
  sources: z.array(source).optional(),
  toolRun: toolRun.optional(),
  nameSuggestion: nameSuggestion.optional(),
  savedMemories: z.array(memory.pick({ id: true, type: true, content: true })).optional(),
  /** Schedules that the turn made, which the person can take back. */
  madeSchedules: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  /** Other conversations that the reply drew on; `at` is the time of the message there. */
  drawnFrom: z.array(z.object({ conversationId: z.string(), title: z.string(), at: z.string() })).optional(),
  /** The person stopped the reply before its end. */
  stopped: z.literal(true).optional(),
  /** The reply reached the model's output limit. */
  cutShort: z.literal(true).optional(),
});
export type ReplyExtras = z.infer<typeof replyExtras>;

/** The extras passed `replyExtras` when they were stored; readers do not validate them again. */
export const messageWithExtras = message.extend({ extras: z.custom<ReplyExtras | null>(), files });
export type MessageWithExtras = z.infer<typeof messageWithExtras>;

/** At most one of `before`, `after` and `around`, each the id of a message; without them, the latest messages. */
export const messagePageInput = z.object({
  id: id(),
  before: id().optional(),
  after: id().optional(),
  around: id().optional(),
  limit: z.int().min(1).max(limits.messagePageMax).optional(),
});

/** Consecutive messages, oldest first, and whether there are more on either side. */
export const messagePageOutput = checkedAtOnce(
  z.object({
    conversation,
    /** Changes when the line was changed other than at its end: pages with different numbers do not join. */
    line: z.int(),
    messages: z.array(messageWithExtras),
    earlier: z.boolean(),
    later: z.boolean(),
  }),
);
export type MessagePage = z.infer<typeof messagePageOutput>;

/** Programs get the same without what a reply shows beside its text. */
export const latestMessagesInput = messagePageInput.omit({ after: true });
export const latestMessagesOutput = z.object({
  conversation,
  messages: z.array(messageWithFiles),
  earlier: z.boolean(),
});

/** The versions of one message, in the order they were written; one of them is on the chosen line. */
const messageVersions = z.object({ chosen: z.string(), messageIds: z.array(z.string()) });
export type MessageVersions = z.infer<typeof messageVersions>;
export const versionsOutput = z.object({ versions: z.array(messageVersions) });
export const chooseVersionInput = z.object({ id: id(), messageId: id() });

/** Postgres has no year 0. */
const importedTime = () =>
  z.iso.datetime().refine((at) => at >= '0001', { error: 'must be a time from the year 1 on.' });

/** Messages of one conversation of an export; its first part begins with its first message. */
const importedPart = z.object({
  source: z.enum(['jarvis', 'chatgpt', 'claude', 'openWebUi', 'libreChat']),
  /** The conversation's id in the source. */
  id: z.string().min(1).max(limits.importedIdCharsMax),
  title: anyText(),
  createdAt: importedTime(),
  /** The number of its messages already sent, and the id of the last of them. */
  from: z.int().min(0).max(1_000_000),
  after: z.string().nullable(),
  messages: z.array(
    z.object({
      id: z.string().min(1).max(limits.importedIdCharsMax),
      role: z.enum(['user', 'assistant']),
      /** Up to `importedMessageBytesMax` bytes. */
      content: anyText(),
      createdAt: importedTime(),
      /** Marks a `user` message as a program's, not the person's. Replies always count as text from outside. */
      fromWeb: z.boolean().optional(),
      /** A policy denial replaced this reply. */
      policyDenied: z.boolean().optional(),
    }),
  ),
});
export type ImportedPart = z.infer<typeof importedPart>;
export const importInput = z.object({
  conversations: z
    .array(importedPart)
    .min(1)
    .max(limits.importedConversationsMax)
    .refine(
      (parts) => parts.reduce((sum, part) => sum + part.messages.length, 0) <= limits.importedMessagesMax,
      {
        error: `must have at most ${limits.importedMessagesMax} messages.`,
      },
    ),
});
const importOutcome = z.object({
  conversationId: z.string(),
  /** `changedHere`: it was continued or edited here, so nothing is added. */
  state: z.enum(['imported', 'alreadyThere', 'changedHere']),
  added: z.int(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;
/** In the order of the input, up to the first conversation that failed; if none is before it, the call fails. */
export const importOutput = z.object({ outcomes: z.array(importOutcome).min(1) });

export const searchConversationsInput = z.object({
  q: tidyText(1, limits.searchCharsMax),
  ...pageInput(limits.searchHitsMax, 'change'),
});

/** A found conversation, with its latest matching message and the text around the match. */
const searchHit = conversation.extend({
  messageId: id().nullable(),
  excerpt: z.string().nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;
export const searchOutput = checkedAtOnce(z.object({ hits: z.array(searchHit) }));
