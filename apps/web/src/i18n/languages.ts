export const appLanguages = ['en', 'de', 'it'] as const;
export type AppLanguage = (typeof appLanguages)[number];

/** A text in each language, in the order of `appLanguages`: none can lack it. */
export type Text = readonly [english: string, german: string, italian: string];

export interface Texts {
  readonly [key: string]: Text | Texts;
}
