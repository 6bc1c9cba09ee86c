import { codeOf, DatabaseUnavailable, QueryError, reasonOf } from './failures.ts';

/** The failure of the database or the disk and its remedy, in sentences for the operator. */
export function inWords(error: unknown): string {
  const reason = reasonOf(error);
  const said = Object.keys(remedies).find((text) => text.includes(' ') && reason.includes(text));
  const known = remedies[codeOf(error) ?? ''] ?? remedies[said ?? ''];
  if (known) return `${known}, then try again.`;
  if (codeOf(error) === 'WRONG_SERVER')
    return `The database cannot be used: ${reason}. Name another one in DATABASE_URL.`;
  if (error instanceof DatabaseUnavailable)
    return `The database cannot be reached: ${reason}. Check that it runs and that DATABASE_URL names it, then try again.`;
  return error instanceof QueryError ? `The database refused a statement: ${reason}.` : reason;
}

const refusedSignIn =
  'The database refuses the user or the password. Correct DATABASE_URL or DATABASE_PASSWORD';
const noTables =
  'The database does not have this version’s tables yet. If DATABASE_URL or DATA_DIR names the right one, run `npm run admin -- migrate` or start the server';
const fullDisk = 'The disk is full. Make room on it';
const fewFiles = 'The service may not open enough files. Raise the limit, such as by `ulimit -n 4096`';

/** By SQLSTATE, system error code, or a part of the message: the embedded server's tools report no code. */
const remedies: Readonly<Record<string, string>> = {
  'shared memory segment':
    'The shared memory in /dev/shm is too small for the database. Enlarge it (for a container, with --shm-size=256m)',
  'No space left': fullDisk,
  'insufficient file descriptors': fewFiles,
  EMFILE: fewFiles,
  '53100': 'The disk of the database is full. Make room on it',
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
  '25006': 'The database is read-only. Name the server that takes writes',
  '53300': 'The database has no connection left. Raise its max_connections',
  '55P03': 'The tables of the database are in use. Stop the service',
  '3D000': 'The server has no database of this name. Create it, or correct DATABASE_URL',
  '42501':
    'The role of DATABASE_URL may not do this in the database. Make it the owner of the database (ALTER DATABASE … OWNER TO …)',
  '3F000': 'The database has no schema "public". Create it, owned by the role of DATABASE_URL',
  '42P01': noTables,
  '42703': noTables,
  '28000': refusedSignIn,
  '28P01': refusedSignIn,
};
