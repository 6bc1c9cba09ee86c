import { useEffect } from 'react';
import { rpc } from '../../data/service/client.ts';
import { unlessMissing } from '../../data/service/failure.ts';
import { patched } from './replies.ts';
import { change } from './store.ts';
import type { Turn } from './turn.ts';

const asked = new Set<string>();

/** Loads the files of turns that began elsewhere, or before the page was loaded: the service names only their ids. */
export function useTurnFiles(turns: readonly Turn[]): void {
  useEffect(() => {
    for (const { key, files, reply } of turns) {
      if (files || reply.files.length === 0 || asked.has(key)) continue;
      asked.add(key);
      void Promise.all(reply.files.map((id) => unlessMissing(rpc.files.get.query({ id })))).then(
        (known) => change(patched, key, { files: known.flatMap((answer) => answer?.file ?? []) }),
        // The next change of the turn retries it.
        () => asked.delete(key),
      );
    }
  }, [turns]);
}
