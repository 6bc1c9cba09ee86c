import { type Scope, unusualScopes } from '@jarvis/contract';
import type { Caller } from '@jarvis/core';
import { createMcpHandler, McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { describeCause } from '../log/log.ts';
import { version } from '../version.ts';
import { cancelTopic, type KnownContext } from './tool.ts';
import { tools } from './tools.ts';

const instructions =
  'Jarvis keeps a person’s tasks and conversations. Look things up with search_conversations, read_conversation and read_file; use ask for an answer of Jarvis itself, which knows the person’s memories.';

/** Answers one HTTP request, of the current revision or an earlier one, with a new server. */
export async function serveMessage(request: Request, context: KnownContext): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(context), {
    // The tools do not change while a process runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) =>
      context.deps.log.debug(
        { requestId: context.requestId, ...describeCause(error) },
        'MCP message refused',
      ),
  });
  const response = await handler.fetch(request);
  return request.headers.get('mcp-method') === listening ? notListening(response) : response;
}

/** The scope that a connected program needs for the tool that a message calls; undefined for other messages. */
export function scopeAsked(message: string): Scope | undefined {
  try {
    const { method, params } = JSON.parse(message);
    return method === 'tools/call' ? tools.find(({ name }) => name === params?.name)?.scope : undefined;
  } catch {
    return undefined;
  }
}

/** A key reaches all tools except those for private data; a connected program those that the person has allowed. */
const mayUse = (caller: Caller, { scope }: { readonly scope: Scope }): boolean =>
  caller.via === 'grant' ? caller.scopes.includes(scope) : !unusualScopes.includes(scope);

const listening = 'subscriptions/listen';

/** The SDK answers this method with an empty list of subscriptions; here it is an unknown method. */
async function notListening(response: Response): Promise<Response> {
  const message = (await response.json()) as { error?: { code: number } };
  if (message.error?.code !== ProtocolErrorCode.InternalError) return Response.json(message, response);
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ ...message, error }, { status: 404 });
}

function serverFor(context: KnownContext): McpServer {
  const server = new McpServer(
    { name: 'jarvis', title: 'Jarvis', version },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: {
        'tools/list': { ttlMs: context.caller.via === 'grant' ? 0 : 3_600_000, cacheScope: 'private' },
      },
    },
  );
  // Programs of the current revision close the connection instead. The SDK's own handler knows only requests of the same
  // batch; those would get no answer, and the connection would stay open for it.
  server.server.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) => {
    const { caller, deps } = context;
    if (requestId !== undefined) deps.changes.publish(caller.userId, cancelTopic(context, requestId));
  });
  for (const tool of tools) if (mayUse(context.caller, tool)) tool.register(server, context);
  return server;
}
