export type { Answer, Context, Credentials } from './context.ts';
export { connect, type Database, migrate, startEmbedded } from './db/index.ts';
export * from './errors.ts';
export { keepHouse } from './housekeeping.ts';
export { ChangeFeed } from './live/changes.ts';
export * from './ports.ts';
export { type AppRouter, appRouter } from './router.ts';
export { describeError, type ShownError } from './trpc.ts';
