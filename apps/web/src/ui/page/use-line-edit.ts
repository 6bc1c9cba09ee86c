import { useLayoutEffect, useRef, useState } from 'react';
import { showFailure } from '../feedback/toast.tsx';

/** The edit of a row's text. It ends with the row, when that is deleted elsewhere. */
export function useLineEdit(store: (text: string) => Promise<unknown>) {
  const [state, setState] = useState<'open' | 'ended'>();
  const isOpen = useRef(false);
  // The keys that the person is about to press are not for the next row, whose checkbox would get the focus.
  useLayoutEffect(
    () => () => {
      if (isOpen.current && document.activeElement?.matches('input, textarea'))
        document.getElementById('content')?.focus({ preventScroll: true });
    },
    [],
  );
  isOpen.current = state === 'open';
  return {
    isOpen: state === 'open',
    /** The focus returns from the editor. */
    wasEdited: state === 'ended',
    begin: () => setState('open'),
    end: (text: string | null) => {
      setState('ended');
      if (text !== null) void store(text).catch(showFailure);
    },
  };
}
