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
export { isForeignKeyViolation, isUniqueViolation, QueryError } from './failures.ts';
export { migrate } from './migrate.ts';
export { rawStatement, type Statement, type StatementOptions, statement, type Values } from './statement.ts';
