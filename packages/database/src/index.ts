export { type BackedUpSchema, type BackupSummary, backUp, restore } from './backup/backup.ts';
export { unfinishedBackups } from './backup/backup-file.ts';
export { connect, type Database } from './database.ts';
export { findEmbedded, hasEmbedded, startEmbedded } from './embedded/embedded.ts';
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
export { parseDatabaseUrl } from './pool/address.ts';
export { isAnswerLost } from './pool/connection.ts';
export type { Queries } from './statements/queries.ts';
export * from './statements/sql.ts';
export {
  allStatements,
  type Built,
  type BuiltStatement,
  backgroundDeadlineMs,
  statement,
  type Values,
  withoutValues,
} from './statements/statement.ts';
export { asText, json } from './statements/types.ts';
export type { TransactionOptions } from './transaction.ts';
export { untilReachable } from './until-reachable.ts';
