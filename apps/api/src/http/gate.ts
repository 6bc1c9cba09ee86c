import { keyOrSession, router } from '@jarvis/core';

/**
 * Identifies the caller and nothing else: throws without a valid credential. `enterGranted` also accepts connected
 * programs.
 */
export const gate = router({
  enter: keyOrSession.query(({ ctx }) => ctx.caller),
  enterGranted: keyOrSession.granted('any').query(({ ctx }) => ctx.caller),
});
