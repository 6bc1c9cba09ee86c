import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { oneLine, print, printable, readSecret } from './terminal.ts';

it('control sequences are shown, and the terminal does not obey them', () => {
  expect(printable('\u001b]0;title\u0007\u001b[2J')).toBe('␛]0;title␇␛[2J');
  expect(printable('\u009b31m\u007f\u202eevil\u2066')).toBe('\ufffd31m\ufffd\ufffdevil\ufffd');
  expect(printable('back\bspace\rreturn')).toBe('back␈space␍return');
});

it('text of any language and layout stays unchanged', () => {
  const text = 'Grüße,\n\t👩‍👩‍👧 日本語 עברית\u2028 `a | b`';
  expect(printable(text)).toBe(text);
});

it('a pipe gets the text byte for byte, a terminal gets it without control sequences', () => {
  for (const [isTTY, shown] of [
    [false, 'a\u001b[1mb'],
    [true, 'a␛[1mb'],
  ] as const) {
    const written: string[] = [];
    print('a\u001b[1mb', { isTTY, write: (text: string) => written.push(text) > 0 });
    expect(written).toEqual([shown]);
  }
});

it('an entry of a list stays on one line', () => {
  expect(oneLine('one\r\ntwo\u2028three\u0085four\tfive')).toBe('one two three four five');
});

it('a secret is read without echo, also after Ctrl-Z and `fg`', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(typed as unknown as typeof process.stdin);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const stopped = vi.spyOn(process, 'kill').mockReturnValue(true);
  const secret = readSecret('Key: ');
  typed.write('asst_\u001a');
  await expect.poll(() => stopped.mock.calls).toEqual([[process.pid, 'SIGTSTP']]);
  process.emit('SIGCONT');
  typed.write('1x\b2\r');
  expect(await secret).toBe('asst_12');
  expect(written.mock.calls.join('')).toBe('Key: Key: \n');
});
