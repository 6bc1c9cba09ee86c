import { z } from 'zod';

const controlCharacter = /[\p{Cc}\u2028\u2029]/u;

/**
 * Any storable text, unchanged: for passwords, tokens and ids. Refuses U+0000 (Postgres cannot hold it) and lone
 * surrogates (UTF-8 cannot carry them).
 */
export function anyText(): z.ZodString {
  const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed();
  return z.string().refine(isStorable, { error: 'unstorable', abort: true });
}

/** Maximum code units of one NFC character in any spelling: six, for a vowel of the script Kirat Rai. */
const codeUnitsPerCharMax = 6;

/**
 * Refuses by its length alone a text that cannot have at most `charsMax` characters after normalising: normalising
 * takes quadratic time for a run of combining marks, and this runs before any credential check.
 */
function notMuchLongerThan(charsMax: number) {
  return ({ value, issues }: z.core.ParsePayload<string>) => {
    if (value.length <= charsMax * codeUnitsPerCharMax) return;
    issues.push({
      code: 'too_big',
      origin: 'string',
      maximum: charsMax,
      inclusive: true,
      input: value,
      continue: false,
    });
  };
}

/** Text, trimmed and otherwise unchanged: for messages. */
export function writtenText(charsMin: number, charsMax: number): z.ZodString {
  return anyText().trim().min(charsMin).max(charsMax);
}

/** Trimmed text in NFC, its length in code points: for titles, names and the like. */
export function tidyText(charsMin: number, charsMax: number): z.ZodString {
  return anyText().trim().check(notMuchLongerThan(charsMax)).normalize('NFC').min(charsMin).max(charsMax);
}

/** `tidyText` on one line: no control character, no line or paragraph separator. */
export function singleLine(charsMin: number, charsMax: number): z.ZodString {
  return tidyText(charsMin, charsMax).refine((text) => !controlCharacter.test(text), { error: 'multiline' });
}

/** A boolean and nothing similar: `"true"`, `1` and `"no"` are refused. */
export function strictBoolean() {
  return z.union([z.literal(true), z.literal(false)]).meta({
    override: ({ jsonSchema }: { jsonSchema: { anyOf?: unknown; type?: unknown } }) => {
      delete jsonSchema.anyOf;
      jsonSchema.type = 'boolean';
    },
  });
}

/** A whole number and nothing similar: REST does not read `"5"` as 5. */
export function strictInt(least: number, most: number, meta: { description: string; examples: number[] }) {
  return z.preprocess((sent) => sent, z.int().min(least).max(most).meta(meta));
}

/** ISO 8601 in UTC with milliseconds: `2026-01-31T09:30:00.123Z`. */
export function timestamp(description = 'When this was made.') {
  return z.string().meta({ description, format: 'date-time', examples: ['2026-01-31T09:30:00.123Z'] });
}

const exampleId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

/** An identifier from the service: a UUIDv7. */
export function id(description = 'Identifier.') {
  return z.string().meta({ description, format: 'uuid', examples: [exampleId] });
}

/** An identifier from a caller. A malformed one counts as missing, so its form is not checked here. */
export function wantedId(description: string) {
  return anyText().meta({ description, examples: [exampleId] });
}

/** The input that names one thing. */
export const byId = (what: string) => z.object({ id: wantedId(`Identifier of the ${what}.`) });

/** A schema with its description and an example, as the OpenAPI document shows them. */
export const described = <S extends z.ZodType>(schema: S, description: string, example: unknown): S =>
  schema.meta({ description, examples: [example] }) as S;

/** The fields of answers, so described. */
export const shownText = (description: string, example: string) =>
  described(z.string(), description, example);
export const shownFlag = (description: string, example: boolean) =>
  described(z.boolean(), description, example);
export const shownInt = (description: string, example: number) => described(z.int(), description, example);
