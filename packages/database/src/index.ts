export { type DatabaseAddress, parseDatabaseUrl } from './address.ts';
export { type BackedUpSchema, type BackupSummary, backUp, restore } from './backup.ts';
export { unfinishedBackups } from './backup-file.ts';
export type { Around, StatementCall } from './client.ts';
export { json } from './columns.ts';
export { type ConnectOptions, connect, type Database } from './database.ts';
export { type Embedded, type EmbeddedOptions, findEmbedded, startEmbedded } from './embedded.ts';
export { BackupRefused, DatabaseUnavailable } from './errors.ts';
export { isForeignKeyViolation, isUniqueViolation, QueryError, reasonOf } from './failures.ts';
export { isAnswerLost } from './host-client.ts';
export { inWords } from './in-words.ts';
export type { DatabaseLog } from './log.ts';
export { migrate } from './migrate.ts';
export type { DatabaseStats } from './pool.ts';
export type { Queries, RunOptions } from './queries.ts';
export * from './sql.ts';
export {
  allStatements,
  type Built,
  type BuiltStatement,
  backgroundDeadlineMs,
  type Statement,
  type StatementOptions,
  statement,
  type Values,
  withoutValues,
} from './statement.ts';
export type { TransactionOptions } from './transaction.ts';
export { asText } from './types.ts';
export { untilReachable } from './until-reachable.ts';
