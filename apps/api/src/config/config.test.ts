import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelProviderIds, searchProviderIds } from '@jarvis/contract';
import { parseDatabaseUrl } from '@jarvis/database';
import { expect, onTestFinished, test } from 'vitest';
import { BadSettings, readConfig, readSettings } from './config.ts';
import { variables } from './variables.ts';

const problemsOf = (environment: Record<string, string>) => problemsIn(() => readConfig(environment));

function problemsIn(reading: () => unknown): readonly string[] {
  try {
    reading();
    return [];
  } catch (error) {
    if (error instanceof BadSettings) return error.problems;
    throw error;
  }
}

test('every problem is reported at once: invalid values and contradictions', () => {
  expect(problemsOf({ PORT: 'abc', SEARCH_PROVIDER: 'searxng', GOOGLE_CLIENT_ID: 'x' })).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'SEARCH_URL is required with SEARCH_PROVIDER=searxng: the address of the SearXNG server',
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together',
  ]);
});

test('a .env that begins with a byte order mark is read whole; one in UTF-16, or unreadable, is a problem', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.env');
  writeFileSync(file, '\uFEFFMETRICS_PORT=x\r\n');
  expect(problemsIn(() => readSettings(file))).toEqual([expect.stringMatching(/^METRICS_PORT must be /)]);
  writeFileSync(file, '\uFEFFPORT=3000\r\n', 'utf16le');
  expect(problemsIn(() => readSettings(file))).toEqual([`${file} must be text in UTF-8`]);
  // Docker makes a folder of a file that is missing where it is mounted from.
  expect(problemsIn(() => readSettings(folder))).toEqual([
    `${folder} must be a file that this user can read (EISDIR)`,
  ]);
});

test('a # that would silently end a value of a .env is a problem; quoted, or after a space, it is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '.env');
  const problem = (name: string) =>
    `${name} in ${file} has a #: quote the value, or put a space before the comment`;
  writeFileSync(file, '# HOST=a#b\nSEARCH_API_KEY=s3cret#s3cret\r\nexport SECRET_KEY = #s\nSECRET=a#b\n');
  expect(problemsIn(() => readSettings(file))).toEqual([problem('SEARCH_API_KEY')]);
  writeFileSync(file, 'DATABASE_PASSWORD=#s3cret\n');
  expect(problemsIn(() => readSettings(file))).toEqual([problem('DATABASE_PASSWORD')]);
  writeFileSync(file, `METRICS_PORT=9464 # free\nMAIL_FROM="J#1 <a@b.c>" # sender\nGITHUB_URL= # unset\n`);
  expect(readSettings(file)).toMatchObject({ metricsPort: 9464, mailFrom: 'J#1 <a@b.c>' });
});

test.each(['../../README.md', '../../../../.env.example'])(
  '%s names every setting, and every provider that a setting may name',
  (path) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    const names = [...Object.keys(variables.shape), ...modelProviderIds, ...searchProviderIds];
    const words = new Set(text.match(/[\w-]+/g));
    expect(names.filter((name) => !words.has(name))).toEqual([]);
  },
);

test('a destination of traces that is no address is refused', () => {
  expect(
    problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'x', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'localhost:4318' }),
  ).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https address',
  ]);
});

test('an invalid value is not also reported as missing', () => {
  expect(problemsOf({ SEARCH_PROVIDER: 'searxng', SEARCH_URL: 'nowhere' })).toEqual([
    'SEARCH_URL must be an http or https address',
  ]);
});

test('SMTP_URL with a password that must be escaped is refused, and the message says how', () => {
  for (const password of ['a/b', '12/b', 'a?b', 'a#b', '12#b'])
    for (const host of ['mail', 'mail:587'])
      expect(problemsOf({ SMTP_URL: `smtp://me@example.org:${password}@${host}` })).toEqual([
        expect.stringMatching(/^SMTP_URL must be smtp:\/\/user:pass@host:port .* \/ is %2F/),
      ]);
  for (const rest of ['me:p@ss@mail:587', 'me:%2F%3F%23@mail:587/?requireTLS=true', 'mail:25/', '[::1]'])
    expect(problemsOf({ SMTP_URL: `smtp://${rest}` })).toEqual([]);
  for (const rest of [':587', 'mail:99999', 'mail:abc'])
    expect(problemsOf({ SMTP_URL: `smtp://${rest}` })).toHaveLength(1);
});

test('MODEL is read up to its first colon', () => {
  const model = (MODEL: string) =>
    readConfig({ MODEL, MODEL_BASE_URL: 'http://localhost:8080/v1' }).model.model;
  expect(model('ollama:llama3.2:3b')).toEqual({ provider: 'ollama', modelId: 'llama3.2:3b' });
  expect(model(' openai-compatible: m ')).toEqual({ provider: 'openai-compatible', modelId: 'm' });
  expect(['auto', 'builtin', '', '  '].map(model)).toEqual(['auto', 'builtin', 'auto', 'auto']);
  for (const MODEL of ['gpt-5', 'openai:', 'openai', 'nobody:x', ':x'])
    expect(problemsOf({ MODEL })).toEqual([
      expect.stringContaining('MODEL must be auto, builtin or <provider>:<model id>'),
    ]);
});

test.each([
  ['openai:m', 'OPENAI_API_KEY'],
  ['anthropic:m', 'ANTHROPIC_API_KEY'],
  ['google:m', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  ['openai-compatible:m', 'MODEL_BASE_URL'],
])('MODEL=%s requires %s', (MODEL, needed) => {
  expect(problemsOf({ MODEL, [needed]: ' ' })).toEqual([expect.stringContaining(needed)]);
});

test.each(['no-reply@example.org', 'Jarvis <no-reply@localhost>', '"Jarvis, at home" <jarvis@example.org>'])(
  'MAIL_FROM=%s is accepted',
  (MAIL_FROM) => {
    expect(problemsOf({ MAIL_FROM })).toEqual([]);
  },
);

test.each(['nobody', 'Jarvis', 'Jarvis <nobody>', 'a@example.org, b@example.org'])(
  'MAIL_FROM=%s is refused',
  (MAIL_FROM) => {
    expect(problemsOf({ MAIL_FROM })).toEqual([
      'MAIL_FROM must be an address such as Jarvis <no-reply@example.org>',
    ]);
  },
);

test.each(['jarvis', 'p@ss:w/o?r#d%41', '$& $1 "quoted" \\', 'ä 𝄞'])(
  'DATABASE_PASSWORD=%s is used unchanged',
  (DATABASE_PASSWORD) => {
    const { databaseUrl } = readConfig({
      DATABASE_URL: 'postgres://jarvis@one:5433/db',
      DATABASE_PASSWORD,
    });
    const { url, database } = parseDatabaseUrl(databaseUrl ?? '');
    const { username, password } = new URL(url);
    expect([username, decodeURIComponent(password), database]).toEqual(['jarvis', DATABASE_PASSWORD, 'db']);
  },
);

test('DATABASE_URL with several hosts is refused, with advice and without its password', () => {
  expect(problemsOf({ DATABASE_URL: 'postgres://jarvis:secret@one,two/db' })).toEqual([
    'DATABASE_URL names several hosts: name one, such as an HAProxy or a DNS name that leads to them',
  ]);
});

test('DATABASE_PASSWORD is refused beside an address that has one, or has no user', () => {
  const refusal =
    'DATABASE_PASSWORD needs a DATABASE_URL with a user and no password: postgres://user@host/database';
  for (const DATABASE_URL of ['postgres://jarvis:secret@host/db', 'postgres://host/db', '']) {
    expect(problemsOf({ DATABASE_URL, DATABASE_PASSWORD: 'other' })).toEqual([refusal]);
  }
});
