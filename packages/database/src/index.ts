export { type BackedUpSchema, type BackupSummary, backUp, restore } from './backup/backup.ts';
export { unfinishedBackups } from './backup/backup-file.ts';
export { type ConnectOptions, connect, type Database } from './database.ts';
export {
  type Embedded,
  type EmbeddedOptions,
  findEmbedded,
  hasEmbedded,
  startEmbedded,
} from './embedded/embedded.ts';
export {
  BackupRefused,
  DatabaseUnavailable,
  isForeignKeyViolation,
  isUniqueViolation,
  QueryError,
  reasonOf,
} from './failures.ts';
export { inWords } from './in-words.ts';
export type { DatabaseLog } from './log.ts';
export { migrate } from './migrations/migrate.ts';
export { type DatabaseAddress, parseDatabaseUrl } from './pool/address.ts';
export { isAnswerLost } from './pool/connection.ts';
export type { DatabaseStats } from './pool/pool.ts';
export type { Around, StatementCall, StatementOptions } from './statements/client.ts';
export type { Queries } from './statements/queries.ts';
export * from './statements/sql.ts';
export {
  allStatements,
  type Built,
  type BuiltStatement,
  backgroundDeadlineMs,
  type Statement,
  statement,
  type Values,
  withoutValues,
} from './statements/statement.ts';
export { asText, json } from './statements/types.ts';
export type { TransactionOptions } from './transaction.ts';
export { untilReachable } from './until-reachable.ts';
