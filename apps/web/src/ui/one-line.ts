/** Pasted text on one line: the service accepts no tab, line break or separator in titles and memories. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
