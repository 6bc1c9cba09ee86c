import type { Config } from '../config/config.ts';

/** By the operating system's error code. `SETTING` is that of the port. */
const portRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Stop the other program, or set another SETTING.',
  EACCES: 'is not open to this user. Set SETTING to a port above 1023.',
};

/** Of an address that another machine has, and of a name that cannot be resolved. */
const hostCodes: readonly unknown[] = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'];

/** Why the service could not listen, in a sentence with the setting to change; undefined for every other error. */
export function listenProblem(
  error: unknown,
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  // A worker of several asks its primary to bind.
  const isListening = error.syscall === 'listen' || error.syscall === 'bind';
  const isResolving = 'hostname' in error && error.hostname === host;
  if ((isListening || isResolving) && hostCodes.includes(error.code))
    return `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1 for this machine alone, or to 0.0.0.0 for its network too.`;
  if (!isListening || !('port' in error)) return undefined;
  const setting = error.port === metricsPort ? 'METRICS_PORT' : 'PORT';
  const remedy = portRemedies[String(error.code)];
  return remedy && `Port ${error.port} ${remedy.replace('SETTING', setting)}`;
}
