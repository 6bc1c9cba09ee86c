import type { ImportedPart, ImportOutcome } from '@jarvis/contract';
import { limits } from '@jarvis/contract/limits';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { importFile } from './import-file.ts';

/**
 * A tree as ChatGPT writes it: an edited first message, a hidden node, reasoning, and the line to the current node.
 */
const chatGpt = (id: string) => ({
  title: 'Turin',
  create_time: 1_740_000_000.5,
  conversation_id: id,
  current_node: 'reply',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['hidden'] },
    hidden: {
      id: 'hidden',
      parent: 'root',
      message: {
        id: 'hidden',
        author: { role: 'user' },
        content: { content_type: 'user_editable_context', user_profile: 'secret' },
        metadata: { is_visually_hidden_from_conversation: true },
      },
    },
    other: {
      id: 'other',
      parent: 'hidden',
      message: { id: 'other', author: { role: 'user' }, content: { content_type: 'text', parts: ['Old'] } },
    },
    asked: {
      id: 'asked',
      parent: 'hidden',
      message: {
        id: 'asked',
        author: { role: 'user' },
        create_time: 1_740_000_001,
        content: {
          content_type: 'multimodal_text',
          parts: [{ asset_pointer: 'file' }, 'When does the train leave?'],
        },
      },
    },
    thoughts: {
      id: 'thoughts',
      parent: 'asked',
      message: {
        id: 'thoughts',
        author: { role: 'assistant' },
        content: { content_type: 'thoughts', thoughts: [] },
      },
    },
    reply: {
      id: 'reply',
      parent: 'thoughts',
      message: {
        id: 'reply',
        author: { role: 'assistant' },
        content: { content_type: 'text', parts: ['At 9:30.'] },
      },
    },
  },
});

const claude = {
  uuid: 'claude-1',
  name: 'Boats',
  created_at: '2025-05-01T10:00:00.000000Z',
  chat_messages: [
    { uuid: 'a', sender: 'human', text: 'Name a boat', created_at: '2025-05-01T10:00:01Z', content: [] },
    {
      uuid: 'b',
      sender: 'assistant',
      text: 'thinking… Nautilus',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Nautilus' },
      ],
    },
  ],
};

const openWebUi = {
  id: 'owui-1',
  title: 'Tea',
  created_at: 1_745_000_000,
  chat: {
    history: {
      currentId: 'n2',
      messages: {
        n1: { id: 'n1', parentId: null, role: 'user', content: 'Tea?', timestamp: 1_745_000_000 },
        n2: { id: 'n2', parentId: 'n1', role: 'assistant', content: 'Yes.', timestamp: 1_745_000_002 },
        n3: { id: 'n3', parentId: 'n1', role: 'assistant', content: 'No.', timestamp: 1_745_000_001 },
      },
    },
  },
};

const libreChat = {
  conversationId: 'libre-1',
  title: 'Stars',
  exportAt: '10:00:00 GMT+0000',
  messages: [
    {
      messageId: 'm1',
      parentMessageId: '0-0',
      isCreatedByUser: true,
      text: 'Stars?',
      createdAt: '2025-06-01T10:00:00Z',
    },
    {
      messageId: 'm2',
      parentMessageId: 'm1',
      isCreatedByUser: false,
      text: '',
      content: [{ type: 'text', text: { value: 'Many.' } }],
      createdAt: '2025-06-01T10:00:05Z',
    },
  ],
};

const message = { policyDenied: false, createdAt: '2025-07-01T10:00:00.000Z' };
const jarvis = {
  exportedAt: '2025-08-01T10:00:00.000Z',
  account: { email: 'ada@example.org' },
  conversations: [
    {
      id: '01970000-0000-7000-8000-000000000001',
      title: 'Ours',
      createdAt: '2025-07-01T10:00:00.000Z',
      messages: [
        { id: '01970000-0000-7000-8000-000000000002', role: 'user', content: 'Hello', ...message },
        { id: '01970000-0000-7000-8000-000000000003', role: 'assistant', content: 'Hi', ...message },
      ],
    },
  ],
  tasks: [],
};

function streamOf(...pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? strToU8(piece) : piece);
      controller.close();
    },
  });
}

const jsonOf = (document: unknown) => streamOf(JSON.stringify(document));

/** The stored parts, and the requests, with a server that accepts all. */
async function imported(
  file: ReadableStream<Uint8Array>,
  refuse: (part: ImportedPart) => boolean = () => false,
) {
  const sent: ImportedPart[] = [];
  const requests: number[] = [];
  const receipt = await importFile(
    file,
    async (parts): Promise<ImportOutcome[]> => {
      requests.push(parts.length);
      if (parts.some(refuse)) throw new Error('refused');
      sent.push(...parts);
      return parts.map(({ messages }) => ({ conversationId: '', state: 'imported', added: messages.length }));
    },
    () => false,
  );
  return { sent, requests, receipt };
}

const said = (input: ImportedPart | undefined) => input?.messages.map(({ role, content }) => [role, content]);

test('ours: a program’s message stays marked, and a denied one', async () => {
  const [conversation] = jarvis.conversations;
  const messages = conversation?.messages.map((each, i) => ({
    ...each,
    role: 'user',
    fromWeb: i === 1,
    policyDenied: i === 0,
  }));
  const { sent } = await imported(
    streamOf(JSON.stringify({ ...jarvis, conversations: [{ ...conversation, messages }] })),
  );
  expect(sent[0]?.messages.map(({ fromWeb, policyDenied }) => [fromWeb, policyDenied])).toEqual([
    [undefined, true],
    [true, undefined],
  ]);
});

test('ours with its files: a file of the account that is itself an export is not imported', async () => {
  const zip = zipSync({
    'account.json': strToU8(JSON.stringify(jarvis)),
    'files/01970000-0000-7000-8000-000000000004-conversations.json': strToU8(JSON.stringify([libreChat, 1])),
  });
  const { receipt } = await imported(streamOf(zip));
  expect(receipt).toMatchObject({ imported: 1, skipped: 0, broken: false });
});

test('ChatGPT: a zip of many files, the line to the current node without hidden nodes and reasoning', async () => {
  const zip = zipSync({
    'conversations-000.json': strToU8(JSON.stringify([chatGpt('c1'), chatGpt('c2')])),
    'conversations-001.json': strToU8(JSON.stringify([chatGpt('c3')])),
    'chat.html': strToU8('<html>'),
  });
  const { sent, receipt } = await imported(streamOf(zip));
  expect(sent.map(({ source, id }) => [source, id])).toEqual(['c1', 'c2', 'c3'].map((id) => ['chatgpt', id]));
  expect(said(sent[0])).toEqual([
    ['user', 'When does the train leave?'],
    ['assistant', 'At 9:30.'],
  ]);
  expect(sent[0]).toMatchObject({
    title: 'Turin',
    createdAt: '2025-02-19T21:20:00.500Z',
    from: 0,
    after: null,
  });
  // The root and its hidden nodes had no visible text.
  expect(receipt).toMatchObject({ imported: 3, messages: 6, left: 3, skipped: 0, broken: false });
});

test.each([
  [
    'Claude',
    [claude],
    'claude',
    [
      ['user', 'Name a boat'],
      ['assistant', 'Nautilus'],
    ],
  ],
  [
    'Open WebUI',
    [openWebUi],
    'openWebUi',
    [
      ['user', 'Tea?'],
      ['assistant', 'Yes.'],
    ],
  ],
  [
    'LibreChat',
    libreChat,
    'libreChat',
    [
      ['user', 'Stars?'],
      ['assistant', 'Many.'],
    ],
  ],
  [
    'our own',
    jarvis,
    'jarvis',
    [
      ['user', 'Hello'],
      ['assistant', 'Hi'],
    ],
  ],
  [
    'one conversation of ours',
    {
      conversation: { ...jarvis.conversations[0], messages: undefined },
      messages: jarvis.conversations[0]?.messages,
    },
    'jarvis',
    [
      ['user', 'Hello'],
      ['assistant', 'Hi'],
    ],
  ],
])('%s: messages with their speakers, in order', async (_, file, source, expected) => {
  const { sent, receipt } = await imported(streamOf(JSON.stringify(file, null, 2)));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.source).toBe(source);
  expect(said(sent[0])).toEqual(expected);
  expect(receipt).toMatchObject({ imported: 1, skipped: 0, broken: false });
});

test('ChatGPT: what was spoken is imported, and citations as their links', async () => {
  const cite = '\ue200cite\ue202turn0search0\ue201';
  const conversation = chatGpt('spoken');
  const { asked, reply } = conversation.mapping;
  const spoken = { content_type: 'audio_transcription', text: 'When does the train leave?', direction: 'in' };
  const recording = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://1' };
  const { sent } = await imported(
    jsonOf([
      {
        ...conversation,
        mapping: {
          ...conversation.mapping,
          asked: {
            ...asked,
            message: {
              ...asked.message,
              content: { content_type: 'multimodal_text', parts: [spoken, recording] },
            },
          },
          reply: {
            ...reply,
            message: {
              ...reply.message,
              content: {
                content_type: 'text',
                parts: [
                  `At 9:30${cite}, from \ue200entity["place","Porta Nuova","a station"]\ue201; see \ue200url\ue202Trains\ue202https://example.org/t\ue201.\ue200cite\ue202turn0news1\ue201`,
                ],
              },
              metadata: { content_references: [{ matched_text: cite, alt: '([a](https://example.org))' }] },
            },
          },
        },
      },
    ]),
  );
  expect(said(sent[0])).toEqual([
    ['user', 'When does the train leave?'],
    [
      'assistant',
      'At 9:30([a](https://example.org)), from Porta Nuova; see [Trains](https://example.org/t).',
    ],
  ]);
});

test('ChatGPT: sources of older and newer citations; borders of passages are removed', async () => {
  const file = '\ue200filecite\ue202turn0file0\ue202L1-L2\ue201';
  const conversation = chatGpt('cited');
  const { reply } = conversation.mapping;
  const list = '\ue200navlist\ue202News\ue202turn0news1\ue201';
  const parts = [`🚂 At 9:30【7†source】, \ue203daily\ue204${file}.${list}【8†L1-L3】【9】`];
  const metadata = {
    citations: [{ start_ix: 9, end_ix: 19, metadata: { title: 'Trains', url: 'https://example.org/t' } }],
    content_references: [
      { matched_text: file, alt: null, name: 'plan.pdf' },
      { matched_text: list, alt: null, title: 'News' },
    ],
  };
  const message = { ...reply.message, content: { content_type: 'text', parts }, metadata };
  const mapping = { ...conversation.mapping, reply: { ...reply, message } };
  const { sent } = await imported(jsonOf([{ ...conversation, mapping }]));
  expect(said(sent[0])?.[1]).toEqual([
    'assistant',
    '🚂 At 9:30 ([Trains](https://example.org/t)), daily (plan.pdf).【9】',
  ]);
});

test('ChatGPT: thousands of citations that span a long text take no time', async () => {
  const { reply } = chatGpt('cited').mapping;
  const metadata = { citations: Array(10_000).fill({ start_ix: 0, end_ix: 500_000 }) };
  const content = { content_type: 'text', parts: ['a'.repeat(500_000)] };
  const mapping = { reply: { ...reply, message: { ...reply.message, content, metadata } } };
  const before = process.cpuUsage();
  await imported(jsonOf([{ ...chatGpt('cited'), mapping }]));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('ChatGPT: documents of the canvas and their changes are messages; calls of other tools are not', async () => {
  const call = (recipient: string, args: object) => ({
    parent: 'asked',
    message: {
      id: recipient,
      author: { role: 'assistant' },
      recipient,
      content: { content_type: 'code', text: JSON.stringify(args) },
    },
  });
  const { mapping, ...conversation } = chatGpt('canvas');
  const document = { name: 'Plan', type: 'document', content: '# Turin' };
  const code = { name: 'count.py', type: 'code/python', content: 'print("```")\n' };
  const contents = await Promise.all(
    [
      call('canmore.create_textdoc', document),
      call('canmore.create_textdoc', code),
      call('canmore.update_textdoc', { updates: [{ pattern: '.*', replacement: 'print(2)' }] }),
      call('python', code),
    ].map(async (thoughts) => {
      const { sent } = await imported(jsonOf([{ ...conversation, mapping: { ...mapping, thoughts } }]));
      return said(sent[0])?.slice(1, -1);
    }),
  );
  expect(contents).toEqual([
    [['assistant', '**Plan**\n\n# Turin']],
    [['assistant', '**count.py**\n\n````python\nprint("```")\n````']],
    [['assistant', '```\nprint(2)\n```']],
    [],
  ]);
});

test('ChatGPT: the report of a deep research is a message', async () => {
  const { mapping, ...conversation } = chatGpt('research');
  const mark = '\ue200cite\ue202turn1view0\ue201';
  const report_message = {
    content: { content_type: 'text', parts: [`# Trains${mark}`] },
    metadata: { content_references: [{ matched_text: mark, alt: '([a](https://example.org))' }] },
  };
  const thoughts = (widget_state: string) => ({
    parent: 'asked',
    message: {
      id: 'tool',
      author: { role: 'tool', name: 'api_tool.call_tool' },
      content: { content_type: 'text', parts: ['The report is shown.'] },
      metadata: { chatgpt_sdk: { widget_state } },
    },
  });
  const lines = await Promise.all(
    [JSON.stringify({ status: 'completed', report_message }), '{}', 'no'].map(async (state) => {
      const file = [{ ...conversation, mapping: { ...mapping, thoughts: thoughts(state) } }];
      return said((await imported(jsonOf(file))).sent[0])?.slice(1, -1);
    }),
  );
  expect(lines).toEqual([[['assistant', '# Trains([a](https://example.org))']], [], []]);
});

test('ChatGPT: a conversation without a time has the one of its first message', async () => {
  const { sent } = await imported(jsonOf([{ ...chatGpt('timeless'), create_time: null }]));
  expect(sent[0]?.createdAt).toBe('2025-02-19T21:20:01.000Z');
});

test('Claude: artifacts, written files and their changes are imported, placeholders for calls of tools are not', async () => {
  const [asked] = claude.chat_messages;
  const placeholder = '```\nThis block is not supported on your current device yet.\n```';
  const used = (name: string, input: object) => ({ type: 'tool_use', name, input });
  const reply = (content: object[]) => ({
    uuid: 'b',
    sender: 'assistant',
    text: `Here.\n${placeholder}`,
    content,
  });
  const contents = await Promise.all(
    [
      [],
      [used('web_search', { query: 'boats' })],
      [
        { type: 'text', text: `Here.\n${placeholder}\n\nDone.` },
        used('artifacts', { title: 'Boats', type: 'text/markdown', content: '# Boats' }),
        used('artifacts', {
          title: 'Count',
          type: 'application/vnd.ant.code',
          language: 'python',
          content: '1',
        }),
        used('create_file', { path: '/outputs/boat.ts', file_text: '2' }),
        used('artifacts', { command: 'update', old_str: '1', new_str: '3' }),
        used('str_replace', { path: '/outputs/boat.ts', old_str: '2', new_str: '4' }),
      ],
    ].map(async (content) => {
      const { sent } = await imported(jsonOf([{ ...claude, chat_messages: [asked, reply(content)] }]));
      return said(sent[0])?.[1]?.[1];
    }),
  );
  const documents = [
    '**Boats**\n\n# Boats',
    '**Count**\n\n```python\n1\n```',
    '**/outputs/boat.ts**\n\n```ts\n2\n```',
    '```\n3\n```',
    '**/outputs/boat.ts**\n\n```ts\n4\n```',
  ];
  expect(contents).toEqual(['Here.', undefined, ['Here.\n\n\nDone.', ...documents].join('\n\n')]);
});

test('a conversation without a title has the first words of its first message', async () => {
  const long = `${'a'.repeat(limits.automaticTitleCharsMax - 1)}🚤`;
  const { sent } = await imported(
    jsonOf([
      { ...claude, name: '' },
      { ...chatGpt('c'), title: null },
      { ...claude, uuid: 'long', name: '', chat_messages: [{ sender: 'human', text: long }] },
    ]),
  );
  const titles = ['Name a boat', 'When does the train leave?', long];
  expect(sent.map(({ title }) => title)).toEqual(titles);
});

test('Claude: lists of people and projects in the zip are not skipped conversations', async () => {
  const zip = zipSync({
    'users.json': strToU8(JSON.stringify([{ uuid: 'u', full_name: 'Ada' }])),
    'projects.json': strToU8(JSON.stringify([{ uuid: 'p', name: 'Boats', docs: [] }, null])),
    'conversations.json': strToU8(JSON.stringify([claude])),
  });
  expect((await imported(streamOf(zip))).receipt).toMatchObject({ imported: 1, skipped: 0, broken: false });
});

test('Claude: the line to the current message, with long texts that were pasted', async () => {
  const at = (uuid: string, parent: string, sender: string, more: object) => ({
    ...{ uuid, parent_message_uuid: parent, sender, text: '', content: [] },
    ...more,
  });
  const asked = at('a', '00000000-0000-4000-8000-000000000000', 'human', {
    attachments: [
      { file_name: '', file_type: 'txt', extracted_content: 'A long log' },
      { file_name: 'boats.pdf', extracted_content: 'Of a file' },
    ],
  });
  const chat_messages = [
    asked,
    at('b', 'a', 'assistant', { text: 'First' }),
    at('c', 'a', 'assistant', { text: 'Again' }),
    at('d', 'b', 'human', { text: 'Last' }),
  ];
  const lines = await Promise.all(
    ['c', undefined, 'gone'].map(async (current_leaf_message_uuid) => {
      const { sent } = await imported(jsonOf([{ ...claude, chat_messages, current_leaf_message_uuid }]));
      return sent[0]?.messages.map(({ content }) => content);
    }),
  );
  const last = ['A long log', 'First', 'Last'];
  expect(lines).toEqual([['A long log', 'Again'], last, last]);
});

test('Open WebUI: reasoning and calls of tools in a reply are not imported', async () => {
  const thought = (type: string) =>
    `<details type="${type}" done="true" duration="3">\n<summary>Thought</summary>\n> Hm\n</details>\n`;
  const { n1, n2 } = openWebUi.chat.history.messages;
  const messages = {
    n1: { ...n1, content: `What is ${thought('reasoning')}?` },
    n2: { ...n2, content: `${thought('reasoning')}Yes.\n${thought('tool_calls')}<details>\nHot\n</details>` },
  };
  const { sent } = await imported(
    jsonOf([{ ...openWebUi, chat: { history: { ...openWebUi.chat.history, messages } } }]),
  );
  expect(said(sent[0])).toEqual([
    ['user', messages.n1.content],
    ['assistant', 'Yes.\n\n<details>\nHot\n</details>'],
  ]);
});

test('LibreChat: marks of citations are not imported', async () => {
  const [asked, reply] = libreChat.messages;
  const marked =
    'Many \\ue202turn0search0 \ue203and bright\ue204 \ue200\ue202turn0search1\ue202turn0news0\ue201.';
  const { sent } = await imported(jsonOf({ ...libreChat, messages: [asked, { ...reply, text: marked }] }));
  expect(said(sent[0])?.[1]).toEqual(['assistant', 'Many and bright.']);
});

test('one bad conversation does not stop the others, and the receipt says why', async () => {
  const file = [{ nonsense: true }, { ...claude, chat_messages: [] }, chatGpt('bad'), 7, chatGpt('good')];
  const { sent, receipt } = await imported(streamOf(JSON.stringify(file)), ({ id }) => id === 'bad');
  expect(sent.map(({ id }) => id)).toEqual(['good']);
  expect(receipt).toMatchObject({ imported: 1, skipped: 4 });
  expect(receipt.reasons.map(({ reason }) => reason)).toEqual(['unknown', 'empty', 'unknown', 'refused']);
});

test('a broken file in a zip, and an endlessly nested conversation, stop no others', async () => {
  const deep = `{"conversationId": "deep", "messages": ${'[{"children": '.repeat(20_000)}[]${'}]'.repeat(20_000)}}`;
  const zip = zipSync({
    'conversations-000.json': strToU8(JSON.stringify([chatGpt('c1')]).replace('"mapping"', 'mapping')),
    'conversations-001.json': strToU8(`[${deep}, ${JSON.stringify(chatGpt('c2'))}]`),
    'conversations-002.json': strToU8(JSON.stringify([chatGpt('c3')])),
  });
  const { sent, receipt } = await imported(streamOf(zip));
  expect(sent.map(({ id }) => id)).toEqual(['c2', 'c3']);
  expect(receipt).toMatchObject({ imported: 2, skipped: 1, known: 2, broken: true });
});

test('the receipt says how much of the file is through', async () => {
  const { receipt } = await imported(jsonOf([libreChat, libreChat]));
  expect(receipt.bytes).toBe(JSON.stringify([libreChat, libreChat]).length);
});

test('times before 1970 stay', async () => {
  const old = { ...chatGpt('old'), create_time: -86_400 };
  const { sent } = await imported(streamOf(JSON.stringify([old])));
  expect(sent[0]?.createdAt).toBe('1969-12-31T00:00:00.000Z');
  const written = { ...claude, created_at: '1815-12-10T09:00:00Z' };
  const older = await imported(streamOf(JSON.stringify([written])));
  expect(older.sent[0]?.createdAt).toBe('1815-12-10T09:00:00.000Z');
});

test.each([
  ['a text', 'hello'],
  ['nothing', ''],
  ['a list of other things', '[1, 2, {"a": 3}]'],
  ['another object', '{"a": {"b": 1}}'],
  ['a zip of other files', zipSync({ 'a.txt': strToU8('hello') })],
])('a file that is not an export has no conversation of a known kind: %s', async (_, file) => {
  expect((await imported(streamOf(file))).receipt).toMatchObject({ known: 0, imported: 0 });
});

test('a zip that ends too early is reported as broken, wherever it ends; one with a comment is whole', async () => {
  const files = {
    'conversations-000.json': strToU8(JSON.stringify([claude])),
    'a.png': new Uint8Array(9_000),
  };
  const zip = zipSync({ ...files, 'conversations-001.json': strToU8('[]') }, { level: 0 });
  const whole = new Uint8Array([...zip, ...strToU8('a comment')]);
  const broken = [0, 10, zip.length - 9_000, zip.length - 25].map((length) => zip.subarray(0, length || 2));
  for (const bytes of broken) expect((await imported(streamOf(bytes))).receipt.broken).toBe(true);
  for (const bytes of [zip, whole])
    expect((await imported(streamOf(bytes))).receipt).toMatchObject({ imported: 1, broken: false });
});

test('a truncated file yields the conversations before the end, and is reported as broken', async () => {
  const text = JSON.stringify([claude, openWebUi]);
  const { receipt } = await imported(streamOf(text.slice(0, -20)));
  expect(receipt).toMatchObject({ imported: 1, broken: true });
  expect((await imported(streamOf('hello'))).receipt).toMatchObject({ imported: 0, broken: true });
});

const short = (number: number, messages = 1) => ({
  ...claude,
  uuid: `c${number}`,
  chat_messages: Array.from({ length: messages }, (_, i) => ({
    uuid: `m${i}`,
    sender: 'human',
    text: 'Hello',
  })),
});

test('conversations share requests, up to the limits of one', async () => {
  const few = Array.from({ length: limits.importedConversationsMax + 5 }, (_, i) => short(i));
  const { sent, requests, receipt } = await imported(jsonOf(few));
  expect(requests).toEqual([limits.importedConversationsMax, 5]);
  expect(sent.map(({ id }) => id)).toEqual(few.map(({ uuid }) => uuid));
  expect(receipt).toMatchObject({ imported: few.length, messages: few.length });
  const half = limits.importedMessagesMax / 2;
  const long = [short(1, half), short(2, half), short(3, 1), short(4, 3 * half), short(5, 1)];
  const { requests: ofLong, receipt: all } = await imported(jsonOf(long));
  expect(ofLong).toEqual([2, 1, 1, 1, 1]);
  expect(all).toMatchObject({ imported: 5, messages: 5 * half + 2 });
});

test('conversations that the server left out of a request are sent again', async () => {
  const sent: string[][] = [];
  const receipt = await importFile(
    jsonOf([1, 2, 3, 4, 5].map((number) => short(number))),
    async (parts) => {
      sent.push(parts.map(({ id }) => id));
      if (parts[0]?.id === 'c3') throw new Error('refused');
      const stored = parts.slice(0, parts.findIndex(({ id }) => id === 'c3') >>> 0);
      return stored.map(() => ({ conversationId: '', state: 'imported', added: 1 }));
    },
    () => false,
  );
  expect(sent).toEqual([['c1', 'c2', 'c3', 'c4', 'c5'], ['c3', 'c4', 'c5'], ['c3'], ['c4'], ['c5']]);
  expect(receipt).toMatchObject({ imported: 4, messages: 4, skipped: 1, reasons: [{ reason: 'refused' }] });
});

test('a long conversation is sent in consecutive stretches, with long messages whole', async () => {
  const long = 'x'.repeat(150_000);
  const chat_messages = Array.from({ length: 500 }, (_, i) => ({
    uuid: `m${i}`,
    sender: i % 2 === 0 ? 'human' : 'assistant',
    text: i < 4 ? long : `number ${i}`,
  }));
  const { sent } = await imported(streamOf(JSON.stringify([{ ...claude, chat_messages }])));
  expect(sent.flatMap((input) => input.messages.map(({ id }) => id))).toEqual(
    chat_messages.map(({ uuid }) => uuid),
  );
  for (const [i, { from, after }] of sent.entries()) {
    expect(from).toBe(sent.slice(0, i).reduce((sum, { messages }) => sum + messages.length, 0));
    expect(after).toBe(from === 0 ? null : `m${from - 1}`);
  }
  expect(sent[0]?.messages[0]?.content).toBe(long);
});

test('a conversation beyond the maximum number of messages is skipped, and the receipt says why', async () => {
  const chat_messages = Array.from({ length: limits.conversationMessagesMax + 1 }, (_, i) => ({
    uuid: `m${i}`,
    sender: 'human',
    text: 'Hello',
  }));
  const { sent, receipt } = await imported(streamOf(JSON.stringify([{ ...claude, chat_messages }])));
  expect(sent).toEqual([]);
  expect(receipt).toMatchObject({ skipped: 1, reasons: [{ reason: 'tooLong' }] });
});
