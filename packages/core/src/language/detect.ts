import { type Language, languages, vocabularies } from './languages.ts';

/**
 * The language of a text, by its function words and letters; undefined if they do not tell (a name, a number, a
 * single word shared by several languages, or another language).
 */
export function detectLanguage(text: string): Language | undefined {
  const score = new Map(languages.map((language) => [language, 0]));
  const count = (language: Language) => score.set(language, (score.get(language) ?? 0) + 1);
  for (const word of text
    .slice(0, 2_000)
    .toLowerCase()
    .replace(hour, ' ')
    .match(/[\p{L}\p{M}'’]+/gu) ?? []) {
    const plain = word.replaceAll('’', "'");
    for (const language of wordLanguages.get(plain) ?? []) count(language);
    for (const language of languages) if (vocabularies[language].wordSign.test(plain)) count(language);
  }
  const [first, second] = [...score].sort(([, a], [, b]) => b - a);
  return first && second && first[1] > second[1] ? first[0] : undefined;
}

/** The language of the message, else the account's preference, else that of earlier messages, if any tells it. */
export function replyLanguage(
  message: string,
  preferred: Language | 'auto',
  earlier: readonly string[] = [],
): Language | undefined {
  const known = detectLanguage(message);
  if (known !== undefined) return known;
  return preferred === 'auto' ? earlier.map(detectLanguage).find(Boolean) : preferred;
}

/** “9am” is written in every language, and is not the German “am”. */
const hour = /\d ?[ap]m(?!\p{L})/gu;

const wordLanguages = new Map<string, Language[]>();
for (const language of languages) {
  const { functionWords, time } = vocabularies[language];
  for (const word of [functionWords, ...time.weekdays].join(' ').split(/[\s|]+/)) {
    wordLanguages.set(word, [...(wordLanguages.get(word) ?? []), language]);
  }
}
