import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call, NoAnswer } from './http.ts';
import { bearer, type Person } from './people.ts';

interface Account {
  readonly person: Person;
  /** For stored messages; made with the first. */
  conversationId: string | undefined;
  /** For chat turns. */
  chatId: string | undefined;
  readonly messages: Writes;
  readonly turns: Writes;
  readonly tasks: Writes;
}

/** Writes by their unique text. */
interface Writes {
  readonly acknowledged: Set<string>;
  /** Sent, with unknown outcome. */
  readonly unknown: Set<string>;
  readonly refused: Set<string>;
}

const noWrites = (): Writes => ({ acknowledged: new Set(), unknown: new Set(), refused: new Set() });

export interface LoadFigures {
  requests: number;
  /** By status and, unless the service answered, by whom; or by the kind of missing answer. */
  readonly outcomes: Map<string, number>;
  readonly millis: number[];
}

/**
 * Pause between writes, in ms, that keeps a writer below the rates of messages and tasks. Without it a writer on a fast
 * machine uses up its minute in seconds and is refused for the rest of it.
 */
export const belowRatesMs = 100;

/**
 * Constant writers, and a ledger of their acknowledged writes. Each writer has its own account; it stores messages,
 * chats, and makes as many tasks as its rate allows.
 */
export class Ledger {
  readonly accounts: Account[];
  /** The address to write to; may change while the load runs. */
  url: string;
  figures: LoadFigures = { requests: 0, outcomes: new Map(), millis: [] };
  #running = false;
  #loops: Promise<void>[] = [];
  #number = 0;
  readonly #pauseMs: number;
  readonly #chat: boolean;

  constructor(url: string, people: readonly Person[], { pauseMs = 5, chat = true } = {}) {
    this.url = url;
    this.#pauseMs = pauseMs;
    this.#chat = chat;
    this.accounts = people.map((person) => ({
      person,
      conversationId: undefined,
      chatId: undefined,
      messages: noWrites(),
      turns: noWrites(),
      tasks: noWrites(),
    }));
  }

  get acknowledged(): number {
    return this.accounts.reduce(
      (sum, { messages, turns, tasks }) =>
        sum + messages.acknowledged.size + turns.acknowledged.size + tasks.acknowledged.size,
      0,
    );
  }

  start(): void {
    this.#running = true;
    this.#loops = this.accounts.map((account) => this.#write(account));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** Figures since the last call. */
  takeFigures(): LoadFigures {
    const taken = this.figures;
    this.figures = { requests: 0, outcomes: new Map(), millis: [] };
    return taken;
  }

  async #write(account: Account): Promise<void> {
    for (let round = 0; this.#running; round += 1) {
      try {
        if (account.conversationId === undefined) await this.#makeConversation(account);
        else if (round % 10 === 3) await this.#makeTask(account);
        else if (this.#chat && round % 10 === 7) await this.#chatOnce(account);
        else await this.#storeMessage(account);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        await sleep(25);
      }
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }

  async #makeConversation(account: Account): Promise<void> {
    const answer = await this.#post(account, '/api/conversations', { title: 'Ledger' });
    if (answer.status === 201) account.conversationId = answer.body.conversation.id;
  }

  #storeMessage(account: Account): Promise<void> {
    const path = `/api/conversations/${account.conversationId}/messages`;
    return this.#note(account.messages, (content) => this.#post(account, path, { content }));
  }

  #makeTask(account: Account): Promise<void> {
    return this.#note(account.tasks, (title) => this.#post(account, '/api/tasks', { title }));
  }

  #chatOnce(account: Account): Promise<void> {
    return this.#note(account.turns, async (message) => {
      const conversationId = account.chatId;
      const answer = await this.#post(account, '/api/jarvis/chat', {
        message,
        ...(conversationId && { conversationId }),
      });
      if (answer.status === 200) account.chatId = answer.body.conversationId;
      return answer;
    });
  }

  async #note(writes: Writes, send: (text: string) => Promise<Answer>): Promise<void> {
    this.#number += 1;
    const text = `entry ${process.pid} ${this.#number}`;
    writes.unknown.add(text);
    try {
      const { status } = await send(text);
      writes.unknown.delete(text);
      if (status < 300) writes.acknowledged.add(text);
      else writes.refused.add(text);
      // A 503 or 500 does not mean that nothing was done: the commit may have succeeded.
      if (status >= 500) writes.unknown.add(text);
    } catch (error) {
      if (error instanceof NoAnswer && !error.sent) writes.unknown.delete(text);
      throw error;
    }
  }

  async #post(account: Account, path: string, body: unknown): Promise<Answer> {
    this.figures.requests += 1;
    const count = (outcome: string) =>
      this.figures.outcomes.set(outcome, (this.figures.outcomes.get(outcome) ?? 0) + 1);
    try {
      const answer = await call(this.url + path, { method: 'POST', body, headers: bearer(account.person) });
      count(`${answer.status}${answer.headers['x-request-id'] ? '' : ' by the balancer'}`);
      this.figures.millis.push(answer.ms);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswer) count(error.code);
      throw error;
    }
  }

  /** Reads everything back and returns the differences; an empty list if the ledger is right. */
  async problems(url = this.url): Promise<string[]> {
    const lists = await Promise.all(this.accounts.map((account) => this.#problemsOf(account, url)));
    return lists.flat();
  }

  async #problemsOf(account: Account, url: string): Promise<string[]> {
    const { person, messages, turns, tasks } = account;
    const read = async (path: string) => {
      const answer = await call(url + path, { headers: bearer(person), timeoutMs: 20_000 });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };
    const problems: string[] = [];
    const { tasks: storedTasks } = await read('/api/tasks');
    problems.push(
      ...compare(
        'task',
        tasks,
        storedTasks.map((task: { title: string }) => task.title),
      ),
    );
    if (account.conversationId !== undefined) {
      const { messages: stored } = await read(`/api/conversations/${account.conversationId}`);
      problems.push(
        ...compare(
          'message',
          messages,
          stored.map((message: Message) => message.content),
        ),
      );
    }
    const { conversations } = await read('/api/conversations');
    const chats = conversations.filter(({ id }: { id: string }) => id !== account.conversationId);
    const asked: string[] = [];
    for (const { id } of chats) {
      const { messages: stored } = (await read(`/api/conversations/${id}`)) as { messages: Message[] };
      const roles = stored.map(({ role }) => role);
      if (
        roles.some((role, index) => role !== (index % 2 === 0 ? 'user' : 'assistant')) ||
        roles.length % 2 !== 0
      )
        problems.push(`half a turn in ${id}: ${roles.slice(-6).join(' ')}`);
      asked.push(...stored.filter(({ role }) => role === 'user').map(({ content }) => content));
    }
    problems.push(...compare('turn', turns, asked));
    return problems;
  }
}

interface Message {
  readonly role: string;
  readonly content: string;
}

function compare(
  what: string,
  { acknowledged, unknown, refused }: Writes,
  stored: readonly string[],
): string[] {
  const problems: string[] = [];
  const counts = new Map<string, number>();
  for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of acknowledged)
    if (!counts.has(text)) problems.push(`acknowledged ${what} is lost: ${text}`);
  for (const [text, count] of counts) {
    if (count > 1) problems.push(`${what} is there ${count} times: ${text}`);
    if (acknowledged.has(text) || unknown.has(text)) continue;
    problems.push(`${refused.has(text) ? 'refused' : 'unsent'} ${what} is there: ${text}`);
  }
  return problems;
}

/** The percentile of some values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
