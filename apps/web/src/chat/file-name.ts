const charsMax = 80;

/** A name without an ending that every file system takes: no path, no control, no name that Windows keeps to itself. */
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
