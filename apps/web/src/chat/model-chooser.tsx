import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { trpc } from '../data/service/client.ts';
import { PartBoundary } from '../ui/page/part-boundary.tsx';

// Most installations offer one model, and need no list of providers.
const ModelSelect = lazy(() => import('./model-select.tsx'));

/** The choice among the operator's models for this conversation; nothing if there is only one. */
export function ModelChooser({ place }: { place: string }) {
  const { data } = useQuery(trpc.chat.models.queryOptions(undefined, { staleTime: 60_000 }));
  if (!data || data.models.length < 2) return null;
  return (
    <PartBoundary>
      <ModelSelect place={place} models={data.models} />
    </PartBoundary>
  );
}
