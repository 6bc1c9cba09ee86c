import { useState } from 'react';
import { showFailure } from '../feedback/toast.tsx';

/** The edit of a row's text. */
export function useLineEdit(store: (text: string) => Promise<unknown>) {
  const [state, setState] = useState<'open' | 'ended'>();
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
