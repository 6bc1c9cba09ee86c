import type { Context } from '@jarvis/core';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describeCause } from '../observability/log.ts';
import { tools } from './tools.ts';

const instructions =
  'Jarvis keeps a person’s tasks and conversations. Look things up with search_conversations and read_conversation; ask what Jarvis itself should answer, with what it remembers of the person.';

/** Answers one HTTP request, of the current revision or an earlier one, from a server of its own. */
export function serveMessage(request: Request, context: Context): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(context), {
    // The tools do not change while a process runs: there is nothing to listen to.
    maxSubscriptions: 0,
    onerror: (error) =>
      context.deps.log.debug(
        { requestId: context.requestId, ...describeCause(error) },
        'MCP message refused',
      ),
  });
  return handler.fetch(request);
}

function serverFor(context: Context): McpServer {
  const server = new McpServer(
    { name: 'jarvis', title: 'Jarvis', version: '1.0.0' },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'private' } },
    },
  );
  for (const register of tools) register(server, context);
  return server;
}
