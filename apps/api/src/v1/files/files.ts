import { type File, limits } from '@jarvis/contract';
import { keyOrSession, pageOfFiles, router, takeNewest, unattachedMsMax } from '@jarvis/core';
import { z } from 'zod';

/** A file in the form of OpenAI's API. A file that no message names expires. */
export function fileObject({ id, bytes, name, textState, conversationId, createdAt }: File) {
  const created_at = Math.floor(Date.parse(createdAt) / 1_000);
  return {
    id,
    object: 'file',
    bytes,
    created_at,
    ...(conversationId === null && { expires_at: created_at + unattachedMsMax / 1_000 }),
    filename: name,
    purpose: 'user_data',
    status: textState === 'waiting' ? 'uploaded' : 'processed',
  };
}

/** A query parameter that is given at most once. */
const once = z
  .array(z.string())
  .refine((values) => values.length === 1, 'must be given once.')
  .transform(([value = '']) => value);

const listInput = z.object({
  limit: once.pipe(z.coerce.number<string>().int().min(1).max(10_000)).optional(),
  after: once.pipe(z.uuid()).optional(),
  order: once.pipe(z.literal('desc', 'must be `desc`: the newest first.')).optional(),
  purpose: once.optional(),
});

export const v1Files = router({
  list: keyOrSession.input(listInput).query(async ({ ctx, input: { limit = 10_000, after, purpose } }) => {
    const page = { limit: Math.min(limit, limits.fileListMax), after: after?.toLowerCase() };
    const isOther = purpose !== undefined && purpose !== 'user_data';
    const rows = isOther ? [] : await takeNewest(ctx, page, pageOfFiles);
    const data = rows.map(fileObject);
    const [first, last] = [data.at(0), data.at(-1)];
    return {
      object: 'list',
      data,
      first_id: first?.id ?? null,
      last_id: last?.id ?? null,
      has_more: ctx.answer.next !== undefined,
    };
  }),
});
