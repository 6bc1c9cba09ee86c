import { z } from 'zod';

/** Reports a contradiction among valid settings, in a sentence that names one of them. */
export type Report = (contradiction: string) => void;

/** Kinds of settings: how to parse a variable's text, and the message when it is invalid. */
export const text = z.string().optional();

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

export const onOrOff = (initial: boolean) =>
  z.stringbool({ truthy: ['on'], falsy: ['off'], case: 'sensitive' }).default(initial);

export const httpUrl = z
  .string()
  .trim()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
  .optional();
