import { connect, type Database } from '@jarvis/database';
import { silentLog } from '../silent-log.ts';

/** A client of the database with this address, of one connection unless the options say otherwise. */
export const connectionTo = (url: string, options: Partial<Parameters<typeof connect>[0]> = {}): Database =>
  connect({ url, poolSize: 1, applicationName: 'test', log: silentLog, ...options });
