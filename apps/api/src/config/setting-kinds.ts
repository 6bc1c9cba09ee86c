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
  z
    .enum(['on', 'off'])
    .default(initial ? 'on' : 'off')
    .transform((value) => value === 'on');

export const forbiddenPort = 'must have no port that fetch refuses, such as 25 or 6666';

export const httpUrl = z
  .string()
  .trim()
  .refine(isHttpUrl, { error: 'must be an http or https address', abort: true })
  .refine((value) => !hasForbiddenPort(value), { error: forbiddenPort })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
  .optional();

export function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** The ports that `fetch` never calls (Fetch Standard, "port blocking"), and 0, on which nothing listens. */
const ports = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123
  135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719
  1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`.split(/\s+/),
);

/** Whether nothing can be called at the address because of its port. */
export const hasForbiddenPort = (url: string | URL): boolean => ports.has(new URL(url).port);
