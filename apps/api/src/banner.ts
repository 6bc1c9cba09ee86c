import type { Config } from './config.ts';
import type { Service } from './start.ts';

/** What is said once the service is ready: where it is, what it uses, and what to set to change each. */
export function banner(config: Config, { deps, databaseName, port }: Service): string {
  const url = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
  const { model, search, mailer } = deps;
  const lines: [string, string, string][] = [
    ['Database', databaseName, 'DATABASE_URL, DATA_DIR'],
    ['Model', model.builtin ? 'builtin: rules, no language model is connected' : model.name, 'MODEL'],
    ['Search', search?.name ?? 'not configured', 'SEARCH_PROVIDER'],
    ['Mail', mailer.name === 'smtp' ? 'SMTP' : `files in ${config.dataDir}/outbox`, 'SMTP_URL'],
  ];
  const width = Math.max(...lines.map(([, used]) => used.length));
  return [
    `Jarvis is ready on ${url}`,
    ...lines.map(([what, used, setting]) => `  ${what.padEnd(9)} ${used.padEnd(width)}  change: ${setting}`),
    '',
  ].join('\n');
}
