import type { ClientTurn } from '../../ports/client-turn.ts';

/** Whether the program runs the tools of the turn. */
export const hasOwnTools = (client: ClientTurn | undefined): boolean =>
  client !== undefined && client.tools.length > 0;

/** Whether it has content that is not the person's own: replies, calls and results, instructions, tools, a schema. */
export const bringsOutsideText = ({ instructions, before, after, tools, json }: ClientTurn): boolean =>
  instructions !== '' ||
  tools.length > 0 ||
  json?.schema !== undefined ||
  [...before, ...after].some(({ role }) => role !== 'user');

/** The model's instructions in such a turn: ours, then the program's. */
export function clientInstructions({ instructions, json }: ClientTurn, ours: string): string {
  const schema = json?.schema === undefined ? '' : ` that fits this schema: ${JSON.stringify(json.schema)}`;
  return [ours, instructions, ...(json ? [`Answer with nothing but JSON${schema}`] : [])]
    .filter((text) => text !== '')
    .join('\n');
}
