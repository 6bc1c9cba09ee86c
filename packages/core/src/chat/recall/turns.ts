import { contentCharsMax, type FoundRow, type Said } from './queries.ts';

/** A turn as it is stored; `id` is that of its first message. */
export interface FoundTurn {
  readonly id: string;
  readonly here: boolean;
  readonly conversationId: string;
  readonly title: string;
  readonly person: string;
  readonly reply: string;
  readonly at: string;
  /** The turn that follows it, when that was read too. */
  readonly next: string | undefined;
}

/** Puts what was found into whole turns, each once. A turn with a denied message in it is left out. */
export function turnsOf({ hits, said, titles }: FoundRow): FoundTurn[] {
  const messages = new Map((said ?? []).map((message): [string, Said] => [message[0], message]));
  const titleOf = new Map(titles ?? []);
  const turns = new Map<string, FoundTurn>();
  for (const [here, hit, ids] of hits ?? []) {
    const around = ids.map((id) => messages.get(id)).filter((message) => message !== undefined);
    const parts = split(around);
    for (const [i, part] of parts.entries()) {
      const [first] = part;
      if (first === undefined) continue;
      // At the edges a reply may have lost the message before it, and a message the reply after it.
      const isWhole = part.some(([id]) => id === hit) || (first[2] === 'user' && part.length > 1);
      if (!isWhole || part.some(([, , , , denied]) => denied)) continue;
      const next = parts[i + 1]?.[0]?.[0] ?? turns.get(first[0])?.next;
      turns.set(first[0], { ...turnOf(part, first), here, title: titleOf.get(first[1]) ?? '', next });
    }
  }
  return [...turns.values()];
}

/** A turn begins with what a person said. */
function split(messages: readonly Said[]): Said[][] {
  const parts: Said[][] = [];
  for (const message of messages) {
    const last = parts.at(-1);
    if (last === undefined || message[2] === 'user') parts.push([message]);
    else last.push(message);
  }
  return parts;
}

function turnOf(part: readonly Said[], [id, conversationId, , , , at]: Said) {
  const words = (of: Said[2]) =>
    part
      .filter(([, , role]) => role === of)
      .map(([, , , content]) => (content.length < contentCharsMax ? content : `${content}…`))
      .join('\n\n');
  return {
    id,
    conversationId,
    person: words('user'),
    reply: words('assistant'),
    at: new Date(at).toISOString(),
  };
}
