/** A line of a calendar (RFC 5545), folded at 75 octets without splitting a character. */
export function line(name: string, value: string): string {
  const folded: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return `${[...folded, part].join('\r\n')}\r\n`;
}

/** A text as a value: escapes line breaks and separators, keeps tabs, removes other control characters. */
export const textValue = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they end a line, or are refused by parsers.
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '');

/** `20261124`, or `20261124T083000` with a time of day. */
export function localValue(local: string): string {
  const [date = '', time] = local.split('T');
  const day = date.replaceAll('-', '');
  return time === undefined ? day : `${day}T${time.replaceAll(':', '').padEnd(6, '0')}`;
}

/** `20261124T073000Z`. */
export const utcValue = (instant: string | number): string =>
  `${localValue(new Date(instant).toISOString().slice(0, 19))}Z`;
