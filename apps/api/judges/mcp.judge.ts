import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { type Running, ScriptedModel, serve } from '@jarvis/testkit';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../test/support/service.ts';

let model: ScriptedModel;
let service: TestService;
let authorization: string;

beforeAll(async () => {
  model = await ScriptedModel.start();
  service = await startService({ overrides: { model: model.model } });
  const program = await service.withKey(await service.signedUp());
  authorization = program.headers.authorization ?? '';
});
afterAll(async () => {
  await service.close();
  await model.close();
});

/** A judge's output in words, for success or failure. */
function run(program: string, ...args: string[]): Promise<string> {
  const bin = join(import.meta.dirname, 'node_modules/.bin', program);
  const options = { env: { ...process.env, NO_COLOR: '1' }, cwd: import.meta.dirname };
  return new Promise((resolve) => {
    execFile(bin, args, options, (_error, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout || stderr)),
    );
  });
}

const names = [
  'list_tasks',
  'add_task',
  'update_task',
  'search_conversations',
  'read_conversation',
  'read_file',
  'ask',
];

describe('the official client', () => {
  async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
    const client = new Client({ name: 'judge', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }));
    return client;
  }

  it.for(['auto', 'legacy'] as const)('is told (%s) that a long reply continues', async (mode) => {
    const client = await connect(mode);
    const heard = Promise.withResolvers<string>();
    model.script({
      by: (async function* () {
        yield await heard.promise;
      })(),
    });
    const onprogress = () => heard.resolve('At last.');
    const asked = { name: 'ask', arguments: { message: 'Take your time.' } };
    const { structuredContent } = await client.callTool(asked, { onprogress, timeout: 10_000 });
    expect(structuredContent).toMatchObject({ reply: 'At last.' });
    await client.close();
  });

  it.for([
    ['the current revision', 'auto', '2026-07-28'],
    ['an earlier revision', 'legacy', '2025-11-25'],
  ] as const)('works in %s', async ([, mode, revision]) => {
    const client = await connect(mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    // It checks a tool's answers against its output schema.
    const added = await client.callTool({ name: 'add_task', arguments: { title: `Of ${revision}` } });
    expect(added.structuredContent).toMatchObject({ title: `Of ${revision}`, status: 'open' });
    model.script({ say: 'At **9:30**.' });
    const asked = await client.callTool({
      name: 'ask',
      arguments: { message: 'When does the train leave?' },
    });
    expect(asked.structuredContent).toMatchObject({ reply: 'At **9:30**.' });
    const refused = await client.callTool({ name: 'update_task', arguments: { id: 'x', status: 'done' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('list_tasks') }],
    });
    await client.close();
  });
});

it('the AI SDK offers the tools to its model', async () => {
  const transport = { type: 'http', url: `${service.url}/mcp`, headers: { authorization } } as const;
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  expect(Object.keys(tools)).toEqual(names);
  await client.close();
});

describe('the inspector’s command line', () => {
  const inspect = (...args: string[]) =>
    run(
      'mcp-inspector',
      '--cli',
      `${service.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: ${authorization}`,
      ...args,
    );

  it('finds no schema that a host could not convert', async () => {
    const { tools } = JSON.parse(await inspect('--method', 'tools/list', '--strict'));
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('calls a tool', async () => {
    const called = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'add_task',
      '--tool-arg',
      'title=Inspect',
    );
    expect(JSON.parse(called).structuredContent).toMatchObject({ title: 'Inspect', status: 'open' });
  });
});

describe('the conformance suite', () => {
  let gateway: Running;
  /** It has no option for a key, so this adds one to its requests. */
  beforeAll(async () => {
    gateway = await serve((req, res) => {
      const headers = { ...req.headers, authorization };
      const { port } = new URL(service.url);
      const onward = request({ port, path: req.url, method: req.method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    });
  });
  afterAll(() => gateway.close());

  /**
   * The scenarios for a server without sessions. The expected gaps are features that this service lacks: prompts,
   * resources, subscriptions, and tools made for the suite.
   */
  it.for([
    ['server-initialize', []],
    [
      'server-stateless',
      [
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-missing-capability-http-400',
        'sep-2575-server-no-log-without-loglevel',
        'sep-2575-server-rejects-undeclared-capability',
      ],
    ],
    ['ping', []],
    ['tools-list', []],
    ['dns-rebinding-protection', []],
    [
      'caching',
      [
        'sep-2549-prompts-list-caching-hints',
        'sep-2549-resources-list-caching-hints',
        'sep-2549-resources-templates-list-caching-hints',
      ],
    ],
    ['http-header-validation', []],
    ['input-required-result-unsupported-methods', []],
  ] as const)('finds nothing wrong with %s', async ([scenario, missing]) => {
    const url = `${gateway.url}/mcp`;
    const said = await run('conformance', 'server', '--url', url, '--scenario', scenario);
    expect(said).toContain('SUCCESS');
    const failed = [...said.matchAll(/\[(\S+)\s*\] FAILURE/g)].map(([, check]) => check);
    expect(failed.sort(), said).toEqual(missing);
  });
});
