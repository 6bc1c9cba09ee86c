import { hash } from 'node:crypto';
import { describeIssues, type Scope } from '@jarvis/contract';
import {
  type AnswerDetails,
  appRouter,
  badRequest,
  type Caller,
  type ChangeTopic,
  type Context,
  describeError,
  whileAllowed,
} from '@jarvis/core';
import type {
  McpServer,
  RequestId,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { z } from 'zod';
import { logFailure } from '../log/log.ts';

export type KnownContext = Context & { readonly caller: Caller };

/** The procedures for one caller: each call passes the ladder, with its limits. */
type Procedures = ReturnType<typeof appRouter.createCaller>;

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Flat, without `anyOf` and `$ref`: some hosts drop every tool if they cannot convert one schema. */
  readonly input: Input;
  /** Fields of a result beyond this schema are dropped. */
  readonly output: Output;
  /** Without them, it reads only what the account has. */
  readonly annotations?: ToolAnnotations;
  readonly scope: Scope;
  /** A call may take long, and ends when its key does. */
  readonly isLong?: true;
  /** Advice for the model when the named resource does not exist. */
  readonly notFound?: string;
  run(procedures: Procedures, input: z.infer<Input>, answer: AnswerDetails): Promise<z.input<Output>>;
}

const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** A tool with its registration. A failure becomes a result that tells the model how to continue. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(made: Tool<Input, Output>) => ({
  name: made.name,
  scope: made.scope,
  register(server: McpServer, context: KnownContext): void {
    const { name, title, description, input, output, annotations = reading, isLong } = made;
    const config = { title, description, annotations, inputSchema: listed(input), outputSchema: output };
    server.registerTool(name, config, async (sent, call) => {
      const endProgress = reportProgress(call);
      const run = (signal: AbortSignal) => {
        const answer: AnswerDetails = {};
        const procedures = appRouter.createCaller({ ...context, signal, answer });
        return made.run(procedures, parse(input, sent), answer);
      };
      try {
        const structuredContent = output.parse(
          await (isLong
            ? whileAllowed(context, run, cancelTopic(context, call.mcpReq.id))
            : run(context.signal)),
        );
        return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: adviceOn(error, made, context) }] };
      } finally {
        endProgress();
      }
    });
  },
});

/**
 * The topic that cancels the calls of a credential under an id, which arrives in another request, perhaps at another
 * process. One of 256: the change feed keeps a row for each.
 */
export const cancelTopic = ({ credentials }: Pick<Context, 'credentials'>, id: RequestId): ChangeTopic =>
  `cancel-${hash('sha256', JSON.stringify([credentials, id])).slice(0, 2)}`;

const progressMs = 4_000;

/** Reports progress to a host that asks for it: some hosts treat 10 s of silence as a failure. */
function reportProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, progressMs);
  return () => clearInterval(timer);
}

/** The schema for the list of tools only. `parse` validates the input, with our own messages. */
function listed(schema: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  return { '~standard': { ...schema['~standard'], validate: (value) => ({ value }) } };
}

function parse<Input extends z.ZodObject>(schema: Input, sent: unknown): z.infer<Input> {
  const { success, data, error } = schema.safeParse(withoutBlanks(schema, sent));
  if (success) return data;
  const issues = describeIssues(error.issues, sent);
  throw badRequest(issues.map(({ message }) => message).join(' '), issues);
}

/** Some hosts make every field required, so that their models send null or an empty text for none. */
const withoutBlanks = ({ shape }: z.ZodObject, sent: unknown): object =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter(
      ([name, value]) =>
        (value !== null && value !== '') || !(shape[name] instanceof z.ZodType && shape[name].isOptional()),
    ),
  );

function adviceOn(error: unknown, { notFound }: { notFound?: string }, context: Context): string {
  const failure = getTRPCErrorFromUnknown(error);
  logFailure(context.deps.log, failure, context);
  const { message } = describeError(failure, context.requestId);
  return failure.code === 'NOT_FOUND' && notFound !== undefined ? `${message} ${notFound}` : message;
}
