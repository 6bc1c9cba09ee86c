import { type QueryFilters, useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '../../data/service/client.ts';
import { setUser } from '../../data/service/session.ts';
import { showFailure, showToast } from './toast.tsx';

export interface ChangeOptions<Output> {
  /** The words of the notice of success. */
  readonly said?: ((output: Output) => string) | undefined;
  /** The queries that it changes, which are then read again; until that is done, the change is pending. */
  readonly refreshes?: readonly QueryFilters[] | undefined;
}

/** A change of stored data. A notice says why it failed. */
export function useChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  { said, refreshes = [] }: ChangeOptions<Output> = {},
) {
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: (output) => {
      if (said) showToast({ text: said(output) });
    },
    onError: showFailure,
    onSettled: () => Promise.all(refreshes.map((filters) => queryClient.invalidateQueries(filters))),
  });
}

/** Changes the profile: shown at once (`useUser`), reverted when it could not be stored. */
export const useProfileChange = () =>
  useMutation(
    trpc.account.updateProfile.mutationOptions({
      // One after another, because each answer is the whole profile.
      scope: { id: 'profile' },
      onSuccess: ({ user }) => setUser(user),
      onError: showFailure,
    }),
  );
