export { type DatabaseAddress, parseDatabaseUrl } from './address.ts';
export { type BackupSummary, backUp, restore } from './backup.ts';
export {
  type ConnectOptions,
  connect,
  type Database,
  type DatabaseStats,
  type Queries,
  type RunOptions,
} from './client.ts';
export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
export { BackupRefused, DatabaseUnavailable } from './errors.ts';
export { isForeignKeyViolation, isUniqueViolation, QueryError, reasonOf } from './failures.ts';
export type { DatabaseLog } from './log.ts';
export { migrate } from './migrate.ts';
export * from './sql.ts';
export {
  allStatements,
  type Built,
  type BuiltStatement,
  backgroundDeadlineMs,
  type HeadedStatement,
  headedStatement,
  rawStatement,
  type Statement,
  type StatementOptions,
  statement,
  type Values,
} from './statement.ts';
export type { TransactionOptions } from './transaction.ts';
export { asText } from './types.ts';
