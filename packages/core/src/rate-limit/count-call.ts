import type { RateName } from '@jarvis/contract';
import type { Context, RateState } from '../context.ts';
import { fuller, giveBack, refusal, takeFromWindow } from './rate-limit.ts';

/**
 * Counts a call and sets the window for the transport. Throws tooMany when the window is full; then the call does not
 * count in the window of its rung, either.
 */
export async function countCall(ctx: Context, name: RateName, subject: string): Promise<RateState> {
  const state = await takeFromWindow(ctx.deps, name, subject);
  ctx.answer.rateLimit = fuller(ctx.answer.rateLimit, state);
  if (!state.refused) return state;
  if (ctx.counted) await giveBack(ctx.deps, ctx.counted);
  throw refusal(state);
}
