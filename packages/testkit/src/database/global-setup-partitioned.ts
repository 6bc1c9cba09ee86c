import { startTestCluster } from './database.ts';

/** Like `global-setup.ts`, with the tables of every database partitioned by account. */
export default () => startTestCluster({ spread: true });
