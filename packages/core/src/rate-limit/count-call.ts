import type { RateName } from '@jarvis/contract';
import type { Context } from '../context.ts';
import { fuller, refusal, takeFromWindow } from './rate-limit.ts';

/** Counts a call and notes the window for the transport. Throws tooMany when the window is full. */
export async function countCall(ctx: Context, name: RateName, subject: string): Promise<void> {
  const state = await takeFromWindow(ctx.deps, name, subject);
  ctx.answer.rateLimit = fuller(ctx.answer.rateLimit, state);
  if (state.refused) throw refusal(state);
}
