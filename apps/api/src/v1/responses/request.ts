import type { ClientTool } from '@jarvis/core';
import { z } from 'zod';
import {
  asClientTool,
  common,
  functionFields,
  given,
  schemaOf,
  toolName,
  toolsMax,
} from '../turn/common-fields.ts';
import { content, looseText, onlyText } from '../turn/content.ts';
import { type ClientMessage, elementsMax, inputOf } from '../turn/conversation.ts';
import { responseIdOf } from './ids.ts';

interface Item {
  /** The response it was a part of, if it was one of ours. */
  readonly responseId?: string | undefined;
  /** Undefined if only its id is sent, and for a model's reasoning. */
  readonly said?: ClientMessage;
  /** Only its id is sent. */
  readonly isReference?: true;
}

const id = z.string().nullish().transform(responseIdOf);
const message = z
  .object({
    type: z.literal('message'),
    id,
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content,
  })
  .transform(({ id: responseId, role, content: { text, files } }, { addIssue }): Item => {
    if (role === 'user') return { said: { role, text, files } };
    if (files.length > 0) addIssue({ code: 'custom', path: ['content'], message: onlyText });
    if (role === 'assistant') return { responseId, said: { role, text, calls: [] } };
    return { said: { role: 'system', text } };
  });
const call = z
  .object({
    type: z.literal('function_call'),
    id,
    call_id: z.string(),
    namespace: toolName.nullish(),
    name: toolName,
    arguments: looseText,
  })
  .transform(({ id: responseId, call_id, namespace, name, arguments: text }): Item => {
    const called = namespace ? nameInNamespace(namespace, name) : name;
    const calls = [{ id: call_id, name: called, input: inputOf(text) }];
    return { responseId, said: { role: 'assistant', text: '', calls } };
  });
const result = z
  .object({ type: z.literal('function_call_output'), call_id: z.string(), output: content })
  .transform(
    ({ call_id: callId, output: { text, files } }): Item => ({
      said: { role: 'tool', callId, text, files },
    }),
  );
const reference = z
  .object({ type: z.literal('item_reference'), id })
  .transform(({ id: responseId }): Item => ({ responseId, isReference: true }));
const thought = z.object({ type: z.literal('reasoning') }).transform((): Item => ({}));

const item = z.preprocess(
  // The type is optional for a message.
  (value) =>
    typeof value === 'object' && value !== null && !('type' in value) ? { ...value, type: 'message' } : value,
  z.discriminatedUnion('type', [message, call, result, reference, thought]),
);

/** A function of a namespace, for a model: its functions have one name. */
export const nameInNamespace = (namespace: string, name: string): string => `${namespace}__${name}`;

const functionTool = z.object({ type: z.literal('function'), ...functionFields });
const namespace = z
  .object({ type: z.literal('namespace'), name: toolName, tools: z.array(functionTool) })
  .transform(({ name, tools }) =>
    tools.map((each) => asClientTool({ ...each, name: nameInNamespace(name, each.name) })),
  );
/** Left out: coding programs always offer it beside their functions, and without functions the assistant has its own. */
const webSearch = z
  .object({
    type: z.enum([
      'web_search',
      'web_search_2025_08_26',
      'web_search_preview',
      'web_search_preview_2025_03_11',
    ]),
  })
  .transform(() => []);

const tool = z.discriminatedUnion('type', [
  functionTool.transform((each) => [asClientTool(each)]),
  namespace,
  webSearch,
]);

/** The request of a response. Unknown fields are ignored; only what the service cannot do is refused. */
export const responseRequest = z.object({
  ...common,
  input: z.preprocess(
    (value) => (typeof value === 'string' ? [{ role: 'user', content: value }] : value),
    z.array(item).max(elementsMax),
  ),
  instructions: looseText.nullish(),
  previous_response_id: z.string().nullish(),
  background: z.literal(false).nullish(),
  prompt: z.null().optional(),
  tools: z
    .array(tool)
    .transform((tools) => tools.flat())
    .pipe(z.array(z.custom<ClientTool>()).max(toolsMax))
    .nullish(),
  text: z
    .object({
      format: z
        .union([
          z.object({ type: z.literal('text') }).transform(() => undefined),
          z.object({ type: z.literal('json_object') }).transform(() => ({})),
          z
            .object({ type: z.literal('json_schema'), schema: schemaOf, strict: z.boolean().nullish() })
            .transform(({ schema, strict }) => given({ schema, strict })),
        ])
        .nullish(),
    })
    .nullish(),
  max_output_tokens: z.int().min(1).nullish(),
});

export type AskedResponse = z.output<typeof responseRequest>;

/** The request before parsing. */
export type ResponseFields = z.input<typeof responseRequest>;

/** Stored, unless the program says otherwise. */
export const isStored = ({ store }: { readonly store?: boolean | null | undefined }): boolean =>
  store ?? true;
