import { type ClientTool, type ClientTurn, refusedField } from '@jarvis/core';
import { z } from 'zod';

type ToolChoice = NonNullable<ClientTurn['settings']['toolChoice']>;

export const toolName = z.string().regex(/^(?!__proto__$)[\w-]{1,64}$/);

const named = z.object({ name: toolName });

/** The common fields of chat completions and responses. Fields that are not named here are ignored. */
export const common = {
  model: z.string(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  conversation: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z
        .union([
          named.extend({ type: z.literal('function') }),
          z.object({ function: named }).transform((it) => it.function),
        ])
        .transform(({ name }): ToolChoice => ({ type: 'tool', toolName: name })),
    ])
    .nullish(),
};

export const toolsMax = 128;

/** A function that the program runs; a tool that we would have to run is refused. */
export const functionFields = {
  name: toolName,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
};
const functionSchema = z.object(functionFields);

export const asClientTool = ({
  name,
  description,
  parameters,
  strict,
}: z.output<typeof functionSchema>): ClientTool => ({
  name,
  description: description ?? undefined,
  parameters: parameters ?? { type: 'object', properties: {} },
  strict: strict ?? undefined,
});

export const toolFunction = functionSchema.transform(asClientTool);

export const schemaOf = z.record(z.string(), z.unknown());

/** The choice among the program's tools; without tools there is none. Throws badRequest. */
export function choiceAmong(
  tools: readonly ClientTool[] | null | undefined,
  choice: ToolChoice | null | undefined,
): ToolChoice | undefined {
  if (!tools || tools.length === 0 || !choice) return undefined;
  if (typeof choice === 'string' || tools.some(({ name }) => name === choice.toolName)) return choice;
  throw refusedField('tool_choice', '`tool_choice` must name one of `tools`.');
}

/** Drops the fields without a value. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Fields>;
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null | undefined> };
