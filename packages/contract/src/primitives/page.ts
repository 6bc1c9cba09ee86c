import { z } from 'zod';

const uuid = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
/** The milliseconds of any time that a person can set, up to the year 2999. In zones ahead of UTC, 1970 begins in 1969. */
const moment = '(?:-\\d{1,8}|\\d{1,14})';
const forms = {
  id: new RegExp(`^${uuid}$`),
  change: new RegExp(`^\\d{1,13}_${uuid}$`),
  moment: new RegExp(`^${moment}_${uuid}$`),
  /** For a list with two possible orders. */
  idOrMoment: new RegExp(`^(?:${moment}_)?${uuid}$`),
};

/** A query sends text. Only plain decimals are numbers: `0x10` and `1e1` are refused as mistakes. */
export const fromQuery = (sent: number | string): unknown =>
  typeof sent === 'string' && /^(?:-?\d+(?:\.\d+)?)?$/.test(sent) ? Number(sent) : sent;

/**
 * The query for a page of a list: at most `most` entries, after the entry of the cursor. A list in order of its ids
 * has ids as cursors, a list in order of changes those of `changeCursor`, a list in order of moments
 * `<milliseconds>_<id>`.
 */
export function pageInput(most: number, order: keyof typeof forms) {
  return {
    limit: z
      .preprocess(
        fromQuery,
        z
          .int()
          .min(1)
          .max(most)
          .meta({ description: `Maximum number of entries, 1-${most}.`, examples: [most / 2] }),
      )
      .default(most),
    after: z
      .string()
      .refine((text) => forms[order].test(text), { error: 'cursor' })
      .meta({
        description:
          'Where the page before ended, as its `Link` header with `rel="next"` has it. Without it the first page.',
        pattern: forms[order].source,
      })
      .optional(),
  };
}
export type PageInput = Readonly<z.infer<z.ZodObject<ReturnType<typeof pageInput>>>>;
