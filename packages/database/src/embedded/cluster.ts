/** Parts of the embedded server for tests that start and break their own clusters. */
export { parseDatabaseUrl } from '../address.ts';
export { type Binaries, findBinaries, program } from './binaries.ts';
export { type ClusterUser, clusterUser } from './cluster-user.ts';
export { clusterOwner, initialise, serverEnvironment } from './initialise.ts';
export { isRunning } from './postmaster.ts';
