import type { RateName } from '@jarvis/contract';
import type { Context } from '../context.ts';
import { fuller, type RateState, refusal, takeFromWindow } from './rate-limit.ts';

/** Counts a call and notes the window for the transport. Throws tooMany when the window is full. */
export async function countCall(ctx: Context, name: RateName, subject: string): Promise<void> {
  noteCount(ctx, await takeFromWindow(ctx.deps, name, subject));
}

/** Notes the window that a call was counted in. Throws tooMany when it was full. */
export function noteCount(ctx: Context, state: RateState): void {
  ctx.answer.rateLimit = fuller(ctx.answer.rateLimit, state);
  if (state.refused) throw refusal(state);
}
