import { anyone, keyOrSession, router } from '@jarvis/core';

/**
 * Identifies the caller and nothing else: throws without a valid credential. `enterGranted` also accepts connected
 * programs, `refuseBadKey` callers without a credential.
 */
export const gate = router({
  refuseBadKey: anyone.query(() => {}),
  enter: keyOrSession.query(({ ctx }) => ctx.caller),
  enterGranted: keyOrSession.granted('any').query(({ ctx }) => ctx.caller),
});
