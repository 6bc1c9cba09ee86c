import type { Client } from './client.ts';

/** The supported revisions of the protocol, each in its own manner. */
export const revisions = ['2025-06-18', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

/** A program that speaks MCP with a client's key, message by message. */
export class McpProgram {
  readonly client: Client;
  readonly revision: Revision;

  constructor(client: Client, revision: Revision = '2026-07-28') {
    this.client = client;
    this.revision = revision;
  }

  /** The answer on the wire, with its message parsed. */
  async send(method: string, params: Record<string, unknown> = {}) {
    const modern = this.revision === '2026-07-28';
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = { jsonrpc: '2.0', id: 1, method, params: modern ? { ...params, _meta: meta } : params };
    const answer = await this.client.post('/mcp', message, {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': this.revision,
      ...(modern ? { 'mcp-method': method } : {}),
      ...(modern && typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    });
    return { ...answer, message: answer.body ?? messageIn(answer.text) };
  }

  /** A tool's answer: its structured content, or the text of its failure. */
  async call(name: string, args: Record<string, unknown> = {}) {
    const { message } = await this.send('tools/call', { name, arguments: args });
    const { isError, structuredContent, content } = message.result;
    const text: string = content[0].text;
    return isError === true ? { failure: text } : { result: structuredContent, text };
  }
}

/** The one message of an event stream. */
function messageIn(text: string) {
  const [, data] = /^data: (.+)$/m.exec(text) ?? [];
  return data === undefined ? undefined : JSON.parse(data);
}
