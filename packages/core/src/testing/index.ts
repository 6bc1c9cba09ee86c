export { MovableClock } from './clock.ts';
export { freshDatabase, startTestCluster, type TestDatabase } from './database.ts';
export { testDeps } from './deps.ts';
export { Mailbox } from './mailbox.ts';
export { silentLog } from './silent-log.ts';
