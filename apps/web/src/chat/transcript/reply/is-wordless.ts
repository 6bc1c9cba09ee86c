/**
 * Whether a reply was stopped before its first word: it is stored as one that says so in the reply's language, which the
 * notice below it says too.
 */
export const isWordless = (content: string): boolean =>
  /^\*(?:Stopped|Angehalten|Interrotto)\.\*$/.test(content);
