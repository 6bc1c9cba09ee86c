import { keyName } from '../adapters/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Service } from './start.ts';

/** The text printed when the service is ready: its address, what it uses, and the setting that changes each. */
export function banner(config: Config, { port, uses, metricsPort }: Omit<Service, 'close'>): string {
  const url = config.port === 0 ? `http://localhost:${port}` : config.core.publicUrl;
  const lines: [string, string, string][] = [
    ['Database', uses.databaseName, 'DATABASE_URL, DATA_DIR'],
    [
      'Model',
      uses.model === 'builtin' ? 'builtin: rules, no language model is connected' : uses.model,
      'MODEL, or in the browser',
    ],
    ['Search', uses.search ?? 'not configured', 'SEARCH_PROVIDER, or in the browser'],
    [
      'Mail',
      uses.mail === 'smtp' ? 'SMTP' : `files in ${config.dataDir}/outbox`,
      'SMTP_URL, or in the browser',
    ],
  ];
  if (uses.secrets.unreadable > 0) {
    const { stored, unreadable } = uses.secrets;
    lines.push([
      'Secrets',
      `${unreadable} of ${stored} cannot be read`,
      `${keyName(config)}, or in the browser`,
    ]);
  }
  if (uses.outsidePausedAt !== null)
    lines.push([
      'Outside',
      'paused: push, mail of reminders, webhooks, schedules',
      'npm run admin -- outside resume, or in the browser',
    ]);
  if (metricsPort !== undefined) lines.push(['Metrics', `port ${metricsPort}`, 'METRICS_PORT']);
  if (config.processes > 1) lines.push(['Processes', String(config.processes), 'WEB_CONCURRENCY']);
  const width = Math.max(...lines.map(([, used]) => used.length));
  return [
    `Jarvis is ready on ${url}`,
    ...lines.map(([what, used, setting]) => `  ${what.padEnd(9)} ${used.padEnd(width)}  change: ${setting}`),
    '',
  ].join('\n');
}
