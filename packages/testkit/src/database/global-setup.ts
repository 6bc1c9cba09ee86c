import { startTestCluster } from './database.ts';

/** For `globalSetup` in vitest.config.ts: one cluster for the run, for any number of files and workers. */
export default () => startTestCluster();
