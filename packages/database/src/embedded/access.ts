import type { ClusterUser } from './cluster-user.ts';
import { clusterOwner } from './initialise.ts';
import { socketDirectory } from './socket-directory.ts';

/** How clients reach a cluster, and the server settings for that. */
export interface Access {
  readonly settings: Readonly<Record<string, string>>;
  url(database: string): string;
}

/** A Unix socket that only the server's user (and root) can open. */
export async function accessTo(dataDir: string, user: ClusterUser | undefined): Promise<Access> {
  const folder = await socketDirectory(dataDir, user);
  return {
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    url: (database) => `postgres://${clusterOwner}@/${database}?host=${encodeURIComponent(folder)}`,
  };
}
