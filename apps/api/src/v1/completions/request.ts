import { z } from 'zod';
import { common, given, schemaOf, toolFunction, toolName, toolsMax } from '../turn/common-fields.ts';
import { content, looseText, onlyText } from '../turn/content.ts';
import { type ClientMessage, elementsMax, inputOf } from '../turn/conversation.ts';

const tool = z.object({ type: z.literal('function'), function: toolFunction }).transform((it) => it.function);

const message = z
  .object({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    // Some programs omit it if the assistant only called tools.
    content: content.default({ text: '', files: [] }),
    refusal: looseText.nullish(),
    tool_call_id: z.string().nullish(),
    tool_calls: z
      .array(z.object({ id: z.string(), function: z.object({ name: toolName, arguments: looseText }) }))
      .nullish(),
  })
  .transform(
    ({ role, content: { text, files }, refusal, tool_call_id, tool_calls }, { addIssue }): ClientMessage => {
      if (role === 'tool') return { role, callId: tool_call_id ?? '', text, files };
      if (role === 'user') return { role, text, files };
      if (files.length > 0) addIssue({ code: 'custom', path: ['content'], message: onlyText });
      if (role !== 'assistant') return { role: 'system', text };
      const calls = (tool_calls ?? []).map((call) => ({
        id: call.id,
        name: call.function.name,
        input: inputOf(call.function.arguments),
      }));
      return { role, text: text || (refusal ?? ''), calls };
    },
  );

/** The request of a chat completion. Unknown fields are ignored; only what the service cannot do is refused. */
export const completionRequest = z.object({
  ...common,
  messages: z.array(message).min(1).max(elementsMax),
  n: z.int().min(1).max(1).nullish(),
  modalities: z.array(z.enum(['text'])).nullish(),
  functions: z
    .unknown()
    .refine((value) => (value ?? null) === null, 'is the old form: send `tools` instead.')
    .optional(),
  tools: z.array(tool).max(toolsMax).nullish(),
  response_format: z
    .union([
      z.object({ type: z.literal('text') }).transform(() => undefined),
      z.object({ type: z.literal('json_object') }).transform(() => ({})),
      z
        .object({
          type: z.literal('json_schema'),
          json_schema: z.object({ schema: schemaOf.nullish(), strict: z.boolean().nullish() }),
        })
        .transform(({ json_schema: { schema, strict } }) => given({ schema, strict })),
    ])
    .nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string().transform((text) => [text]), z.array(z.string())]).nullish(),
  seed: z.int().nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
});

export type AskedCompletion = z.output<typeof completionRequest>;

export type CompletionFields = z.input<typeof completionRequest>;
