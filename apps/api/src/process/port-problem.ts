import type { Config } from '../config/config.ts';

/** By the operating system's error code. `SETTING` is that of the port. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop the other program, or set another SETTING.',
  EACCES: 'is not open to this user. Set SETTING to a port above 1023.',
};

/** Why a port could not be listened on, in a sentence with the setting to change; undefined for every other error. */
export function portProblem(
  error: unknown,
  { metricsPort }: Pick<Config, 'metricsPort'>,
): string | undefined {
  if (!(error instanceof Error) || !('port' in error) || !('syscall' in error)) return undefined;
  // A worker of several asks its primary to bind.
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined;
  const remedy = 'code' in error ? remedies[String(error.code)] : undefined;
  const setting = error.port === metricsPort ? 'METRICS_PORT' : 'PORT';
  return remedy && `Port ${error.port} ${remedy.replace('SETTING', setting)}`;
}
