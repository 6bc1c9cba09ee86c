export { deliverDueResetMails } from '../account/password-reset.ts';
export { sweep } from '../housekeeping.ts';
export { MovableClock } from './clock.ts';
export { freshDatabase, startTestCluster, type TestDatabase } from './database.ts';
export { type TestDeps, testDeps } from './deps.ts';
export { type FlakyServer, flakyServer } from './flaky-server.ts';
export { Mailbox } from './mailbox.ts';
export { accountIn, personIn } from './people.ts';
export { silentLog } from './silent-log.ts';
