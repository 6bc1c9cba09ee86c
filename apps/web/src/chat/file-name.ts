const charsMax = 80;

/**
 * A name without an extension that every file system accepts: no path, no control character, no name reserved by
 * Windows.
 */
export function fileNameFrom(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\\/:*?"<>|]/g, '-')
    .replace(/\s+/g, ' ');
  const name = [...plain]
    .slice(0, charsMax)
    .join('')
    .replace(/^[ .]+|[ .]+$/g, '');
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  return name === '' || reserved ? `Jarvis ${name}`.trim() : name;
}
