import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import type { Answer, AskOptions } from '../reply.ts';
import { conversationNamed } from './conversations.ts';
import { connected, readCredentials } from './credentials.ts';
import { CommandFailed, exitCodes } from './failures.ts';
import { readFiles, withFiles } from './files.ts';
import { keepLastConversation, lastConversation } from './last-conversation.ts';
import { print, printJson, printLine, readPiped } from './terminal.ts';

interface AskCommand {
  readonly continue?: true;
  readonly conversation?: string;
  readonly stateless?: true;
  readonly file?: readonly string[];
  readonly json?: true;
}

const messageCharsMax = 8_000;

export async function ask(question: string, options: AskCommand): Promise<void> {
  const piped = (await readPiped())?.trim() ?? '';
  const isLong = piped !== '' && [...question, ...piped].length + 2 > messageCharsMax;
  const files = await readFiles(options.file ?? []);
  if (isLong) files.push({ name: 'piped.txt', content: new Blob([piped]) });
  const names = files.map(({ name }) => name).join(', ');
  const message = [question.trim(), isLong ? '' : piped].filter(Boolean).join('\n\n') || names;
  if (message === '') throw new CommandFailed(exitCodes.usage, 'Ask something: jarvis "your question"');
  if (options.stateless && (options.continue || options.conversation !== undefined))
    throw new CommandFailed(exitCodes.usage, 'A continued conversation is always kept: omit -s.');
  const jarvis = connected();
  const conversationId = await conversationOf(jarvis, options);
  const asked: AskOptions = {
    ...(conversationId !== undefined && { conversationId }),
    ...(options.stateless && { messages: [] }),
  };
  const live = process.stdout.isTTY && !options.json;
  const isKept = !options.stateless;
  const answer = await withFiles(jarvis, files, { isKept }, (ids) => {
    const withIds = ids.length > 0 ? { ...asked, files: ids } : asked;
    return live ? show(jarvis, message, withIds) : jarvis.ask(message, withIds);
  });
  if (typeof answer.reply !== 'string') throw new SyntaxError('The answer has no reply.');
  if (isKept) keepLastConversation(readCredentials().url, answer.conversationId);
  if (options.json) printJson(answer);
  else if (!live) printLine(answer.reply);
  else printSources(answer);
}

async function show(jarvis: Jarvis, message: string, options: AskOptions): Promise<Answer> {
  let leave = () => {};
  let shown = false;
  try {
    for await (const event of jarvis.stream(message, options)) {
      if (event.type === 'start') leave = stopOnInterrupt(jarvis, event.conversationId);
      if (event.type === 'text') {
        print(event.text);
        shown = true;
      }
      if (event.type === 'answer') return event.answer;
    }
    throw new Error('the reply has no end');
  } finally {
    // The next output, even an error, begins on a new line.
    if (shown) print('\n');
    leave();
  }
}

/** The first Ctrl-C stops the reply, which the service would write to its end; the second exits at once. */
function stopOnInterrupt({ api }: Jarvis, conversationId: string): () => void {
  const params = { path: { conversationId } };
  const stop = () => {
    print('\n');
    void api
      .POST('/api/jarvis/chat/{conversationId}/stop', { params })
      .catch(() => {})
      .finally(() => process.exit(exitCodes.interrupted));
  };
  process.once('SIGINT', stop);
  return () => process.off('SIGINT', stop);
}

function printSources({ sources = [] }: Answer): void {
  if (sources.length > 0) printLine('\nSources:');
  for (const { title, url } of sources) printLine(`  ${title}  ${url}`);
}

async function conversationOf(jarvis: Jarvis, options: AskCommand): Promise<string | undefined> {
  if (options.conversation !== undefined) return conversationNamed(jarvis, options.conversation);
  if (!options.continue) return undefined;
  const ours = lastConversation(readCredentials().url);
  if (ours !== undefined) return ours;
  const query = { limit: 1 };
  const { conversations } = await orThrow(jarvis.api.GET('/api/conversations', { params: { query } }));
  if (conversations[0]) return conversations[0].id;
  throw new CommandFailed(exitCodes.refused, 'There is no conversation to continue.');
}
