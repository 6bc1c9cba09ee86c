import { startTestCluster } from './database.ts';

/** As `global-setup.ts`, with the tables of every database spread over partitions by account. */
export default () => startTestCluster({ spread: true });
