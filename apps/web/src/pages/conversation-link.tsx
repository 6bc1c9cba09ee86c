import type { ReactNode } from 'react';
import { conversationAddress } from '../routing/addresses.ts';
import { Link } from '../routing/link.tsx';

/** Opens the conversation in which something happened. */
export function ConversationLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to={conversationAddress(id)}
      className="tap inline-flex min-w-0 items-center gap-1 font-medium text-accent hover:underline pointer-coarse:-my-3"
    >
      {children}
    </Link>
  );
}
