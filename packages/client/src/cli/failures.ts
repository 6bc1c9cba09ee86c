import { JarvisError } from '../errors.ts';

export const exitCodes = {
  done: 0,
  usage: 1,
  signIn: 3,
  unreachable: 4,
  refused: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that the person at the keyboard can fix, with its exit code for scripts. */
export class CommandFailed extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandFailed) return error.exitCode;
  if (isFromJarvis(error)) return error.status === 401 ? exitCodes.signIn : exitCodes.refused;
  return exitCodes.unreachable;
}

/** A proxy, or another service, also answers, but in another format. */
const isFromJarvis = (error: unknown): error is JarvisError =>
  error instanceof JarvisError && error.requestId !== undefined;

export function messageOf(error: unknown): string {
  if (isFromJarvis(error) && error.status === 401) {
    return `${error.message} Make a key in Jarvis under Keys, then: jarvis auth login`;
  }
  if (error instanceof CommandFailed || isFromJarvis(error)) return error.message;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return `Jarvis cannot be reached (${code ?? whyNot(error)}). Set its address: jarvis auth login --url <url>, or JARVIS_URL.`;
}

const whyNot = (error: unknown): string =>
  error instanceof JarvisError || error instanceof SyntaxError
    ? 'what answers there is not Jarvis'
    : (error as Error).message;

/** A text without keys: other people see the output, and logs keep it. */
export const withoutKeys = (text: string): string => text.replace(/asst_\w+/g, 'asst_…');
