import { keyOrSession, router } from '@jarvis/core';

/** Says who calls and nothing else: throws without a good credential. */
export const gate = router({ enter: keyOrSession.query(({ ctx }) => ctx.caller) });
