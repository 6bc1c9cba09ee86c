import { keyOrSession, router } from '@jarvis/core';

/** Says who calls and nothing else: throws without a good credential. `enterGranted` for connected programs, too. */
export const gate = router({
  enter: keyOrSession.query(({ ctx }) => ctx.caller),
  enterGranted: keyOrSession.granted('any').query(({ ctx }) => ctx.caller),
});
