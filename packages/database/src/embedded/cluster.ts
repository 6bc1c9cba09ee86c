/** Parts of the embedded server for tests that start and break their own clusters. */
export { parseDatabaseUrl } from '../pool/address.ts';
export { type Binaries, findBinaries } from './binaries.ts';
export { type ClusterUser, clusterUser } from './cluster-user.ts';
export { clusterOwner, initialise } from './initialise.ts';
export { isRunning, launch, runningPid } from './postmaster.ts';
