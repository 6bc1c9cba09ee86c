import type { RateName } from '@jarvis/contract';
import type { Context } from '../context.ts';
import { fuller, giveBack, refusal, takeFromWindow } from './rate-limit.ts';

/**
 * Counts a call and notes the window for the transport. Throws tooMany when the window is full; then the call does
 * not count in a window that it was counted in before, either.
 */
export async function countCall(ctx: Context, name: RateName, subject: string): Promise<void> {
  const before = ctx.answer.rateLimit;
  const state = await takeFromWindow(ctx.deps, name, subject);
  ctx.answer.rateLimit = fuller(before, state);
  if (!state.refused) return;
  if (before) await giveBack(ctx.deps, before);
  throw refusal(state);
}
