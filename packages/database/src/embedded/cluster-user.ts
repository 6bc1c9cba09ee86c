import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface ClusterUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user to run the server as when we are root, which Postgres refuses: the owner of an existing cluster, otherwise
 * the first of `postgres`, the owner of the folders above and `nobody` that can enter `dataDir`. Undefined when we
 * are not root.
 */
export function clusterUser(
  dataDir: string,
  clusterDir: string,
  users: ReadonlyMap<string, ClusterUser> = readUsers(),
): ClusterUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  const owner = ownerAbove(dataDir);
  const candidates = [
    users.get('postgres'),
    [...users.values()].find(({ uid }) => uid === owner),
    users.get('nobody'),
  ];
  const usable = candidates.filter((user) => user !== undefined && user.uid !== 0);
  const [user] = [...usable.filter((candidate) => canReach(candidate, dataDir)), ...usable];
  if (user) return user;
  throw new Error(
    'Postgres does not run as root, and there is no user "postgres" or "nobody". Start as another user, or set DATABASE_URL to a Postgres server.',
  );
}

/** True for the user `nobody`, whose other processes can read the database. */
export const isNobody = (user: ClusterUser): boolean => readUsers().get('nobody')?.uid === user.uid;

/** True when the user can enter every folder on the way to `path`. Checks modes only, not ACLs. */
export function canReach(user: ClusterUser | undefined, path: string): boolean {
  if (!user) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function readUsers(): Map<string, ClusterUser> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [name, , uid, gid] = line.split(':');
      return name && uid && gid ? [[name, { uid: Number(uid), gid: Number(gid) }] as const] : [];
    }),
  );
}

/** The owner of the nearest folder that is not root's: with sudo in a home directory, its person. */
function ownerAbove(path: string): number {
  const { uid } = statSync(path);
  return uid !== 0 || dirname(path) === path ? uid : ownerAbove(dirname(path));
}
