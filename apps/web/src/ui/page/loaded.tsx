import type { ReactNode } from 'react';
import { LoadFailed } from '../feedback/load-failed.tsx';
import { Skeleton } from './page.tsx';

/** A query's data. Before that, bars in its shape; after a failure, the reason, with a retry. */
export function Loaded<Data>({
  query: { data, error, refetch },
  rows,
  children,
}: {
  query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** The number of bars. */
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton rows={rows} /> : children(data);
}
