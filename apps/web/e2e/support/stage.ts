import type { ModelRequest, ScriptedModel, Step } from '@jarvis/testkit';
import { messyReply } from './messy-reply.ts';

/** The journeys' model: a message begins with one of the cues below, or is answered with OK. */
export class Stage {
  readonly searchResults = [
    {
      title: 'Tides of the Adriatic',
      url: 'https://tides.example.org/adriatic',
      text: 'High water at noon.',
    },
    {
      title: 'A harbour diary',
      url: 'https://www.harbour.example.org/diary',
      text: 'Notes on wind and water.',
    },
    {
      title: '&lt;img src=x onerror=alert(1)&gt;',
      url: 'https://evil.example.org/',
      text: '<script>alert(1)</script>',
    },
  ];
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();

  constructor(scripted: ScriptedModel) {
    scripted.otherwise = (request) => this.#step(request);
  }

  /** Opens this gate, for replies that wait there and for later ones. */
  open(name: string): void {
    this.#gate(name).resolve();
  }

  /** Shuts an open gate: later replies wait there. */
  shut(name: string): void {
    this.#gates.delete(name);
  }

  openAll(): void {
    for (const gate of this.#gates.values()) gate.resolve();
  }

  #step({ messages }: ModelRequest): Step {
    // It proposes no title, so that a conversation keeps its first line.
    if (messages[0]?.content?.startsWith('Name the conversation')) return { say: '' };
    const question = textOf(messages.findLast((message) => message.role === 'user')?.content);
    const [, cue = '', rest = ''] = /^(!\w+) ?([\s\S]*)$/.exec(question) ?? [];
    switch (cue) {
      case '!echo':
        return { say: rest };
      case '!cut':
        return { say: rest, finish: 'length' };
      case '!slowcode':
        return { say: slowCode };
      case '!mess':
        return { by: this.#messy(rest) };
      case '!wait':
        return { by: this.#waiting(rest) };
      case '!formula':
        return { by: this.#formula(rest) };
      case '!silence':
        return { by: this.#silence(rest) };
      case '!look':
        return messages.at(-1)?.role === 'tool'
          ? { say: 'High water is at noon [1], as others have noted too [2]. See also [3].' }
          : { call: [{ tool: 'web_search', input: { query: rest } }] };
      case '!ask':
        return messages.at(-1)?.role === 'tool'
          ? { say: 'I will do that.' }
          : { call: [{ tool: 'create_schedule', input: { prompt: 'Look at the bees', when: rest } }] };
      case '!refuse':
        return { refuse: Number(rest) || 400, headers: { 'retry-after': '7200' } };
      case '!nothing':
        return { say: '' };
      default:
        return { say: 'OK.' };
    }
  }

  #gate(name: string): PromiseWithResolvers<void> {
    const gate = this.#gates.get(name) ?? Promise.withResolvers();
    this.#gates.set(name, gate);
    return gate;
  }

  /** Waits at the gate before the first word. */
  async *#silence(gate: string): AsyncGenerator<string> {
    await this.#gate(gate).promise;
    yield 'At last.';
  }

  /** Waits at the gate, if any. */
  async *#messy(gate: string): AsyncGenerator<string> {
    if (gate) await this.#gate(gate).promise;
    yield* messyReply.match(/\s*\S+\s*?/g) ?? [];
  }

  /** Writes half a formula, waits at the gate, and writes the other half. */
  async *#formula(gate: string): AsyncGenerator<string> {
    yield 'It costs $5. The area is $\\frac{1}';
    await this.#gate(gate).promise;
    yield '{2}$ in all.';
  }

  /** Writes some text, waits at the gate, and continues; breaks off there if the gate's name says so. */
  async *#waiting(gate: string): AsyncGenerator<string> {
    yield 'The first half is here. ';
    await this.#gate(gate).promise;
    if (gate.endsWith(' break')) throw new Error('broken off');
    yield 'And this is the second half.';
  }
}

/** A message with files has its text beside them. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content ?? '');
  const texts: unknown[] = content.flatMap((part) => (part?.type === 'text' ? [part.text] : []));
  return texts.join('\n');
}

/** Words that take the grammar of C ten seconds, and code that takes that of JavaScript none. */
const slowCode = `\`\`\`c\nint x = 1;\n${'import \n'.repeat(3_700)}\`\`\`\n\n\`\`\`js\nconst answer = 42;\n\`\`\``;
