import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandFailed, exitCodes, withoutKeys } from './failures.ts';

interface Output {
  readonly isTTY: boolean;
  write(text: string): boolean;
}

/**
 * Prints text unchanged; for a terminal, without characters that could take it over: escape sequences in a reply may
 * change its title, answer for the person, or hide text.
 */
export function print(text: string, output: Output = process.stdout): void {
  output.write(output.isTTY ? printable(text) : text);
}

export const printLine = (text: string): void => print(`${text}\n`);
export const printError = (text: string): void => print(`${withoutKeys(text)}\n`, process.stderr);
export const printJson = (value: unknown): void => printLine(JSON.stringify(value));

/** How a command prints its result. */
export interface Format {
  readonly json?: true;
}

export const printResult = <T>(value: T, { json }: Format, inWords: (value: T) => string): void =>
  json ? printJson(value) : printLine(inWords(value));

/** Control characters other than tab and line feed, and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces each of them by a visible character. */
export const printable = (text: string): string =>
  text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });

/** On one line, as an entry of a list. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085]+/g, ' ');

const silenceMs = 2_000;

/**
 * The whole piped input; undefined at a terminal. An endless pipe cannot be told from one with a slow writer: while
 * it is silent, a note says that the command waits for it.
 */
export async function readPiped(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  const notice = setTimeout(() => {
    printError('Waiting for standard input to end. Where there is none: < /dev/null');
  }, silenceMs);
  process.stdin.once('data', () => clearTimeout(notice));
  try {
    return await text(process.stdin);
  } finally {
    clearTimeout(notice);
  }
}

/** One line, piped or typed without echo. Throws CommandFailed when the person gives up. */
export async function readSecret(prompt: string): Promise<string> {
  const piped = await readPiped();
  if (piped !== undefined) return piped.trim();
  process.stderr.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // After Ctrl-Z and `fg`, readline leaves its input paused.
  lines.on('SIGCONT', () => {
    process.stderr.write(prompt);
    lines.resume();
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => resolve(line.trim()));
      lines.once('SIGINT', () => reject(new CommandFailed(exitCodes.interrupted, 'Nothing was entered.')));
      lines.once('close', () => reject(new CommandFailed(exitCodes.usage, 'Nothing was entered.')));
    });
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
