import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface ClusterUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom the server runs as when we are root, which Postgres refuses: the owner of the cluster if there is one
 * already, otherwise `postgres`, otherwise `nobody`. Undefined when we are not root: as ourselves.
 */
export function clusterUser(clusterDir: string): ClusterUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = userNamed('postgres') ?? userNamed('nobody');
  if (!user) {
    throw new Error(
      'Postgres does not run as root, and there is no user "postgres" or "nobody". Start as another user, or set DATABASE_URL.',
    );
  }
  return user;
}

/** True when every folder on the way to `path` lets the user through. Looks at modes only, not at ACLs. */
export function canReach(user: ClusterUser | undefined, path: string): boolean {
  if (!user) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function userNamed(name: string): ClusterUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
