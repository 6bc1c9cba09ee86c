import { z } from 'zod';

export const id = (what: string) => z.string().describe(`Identifier of the ${what}.`);
export const when = (what: string) => z.string().describe(`${what}, ISO 8601 in UTC.`);
export const most = (max: number, usual: number) =>
  z.int().min(1).max(max).optional().describe(`How many at most; ${usual} without it.`);
export const after = z
  .string()
  .optional()
  .describe('The cursor of the next page, from `more` of the previous call.');
export const more = z.string().optional().describe('How to get the rest, when this is not all.');

/**
 * Fields of the contract in the form of a result: those that may be null are optional, and omitted for null, since some
 * hosts cannot read `anyOf`.
 */
export const shown = (fields: z.ZodRawShape): z.ZodObject =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field instanceof z.ZodNullable
          ? z.preprocess((value) => value ?? undefined, z.optional(field.unwrap()))
          : field,
      ]),
    ),
  );

/** Maximum characters of a result: a host puts all of it into its model's context. */
export const readCharsMax = 20_000;

/** Cut to a result's maximum, without splitting a surrogate pair. */
export const within = (text: string): string => text.slice(0, readCharsMax).replace(/[\ud800-\udbff]$/, '');

export const moreAfter = (next: string | undefined): { more?: string } =>
  next === undefined ? {} : { more: `There are more: call again with after "${next}".` };
