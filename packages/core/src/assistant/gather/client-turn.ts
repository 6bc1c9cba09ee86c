import type { ClientTurn } from '../../ports/client-turn.ts';

/** Whether the program runs the tools of the turn. */
export const hasOwnTools = (client: ClientTurn | undefined): boolean =>
  client !== undefined && client.tools.length > 0;

/** Whether anything comes with it that is not the person's: replies, calls and their results, its own words, tools. */
export const bringsOutsideText = ({ instructions, before, after, tools }: ClientTurn): boolean =>
  instructions !== '' || tools.length > 0 || [...before, ...after].some(({ role }) => role !== 'user');

/** What the model is told in such a turn: what we tell it, then what the program does. */
export function clientInstructions({ instructions, json }: ClientTurn, ours: string): string {
  const schema = json?.schema === undefined ? '' : ` that fits this schema: ${JSON.stringify(json.schema)}`;
  return [ours, instructions, ...(json ? [`Answer with nothing but JSON${schema}`] : [])]
    .filter((text) => text !== '')
    .join('\n');
}
