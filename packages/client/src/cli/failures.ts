import { JarvisError } from '../errors.ts';

export const exitCodes = { done: 0, usage: 1, signIn: 3, unreachable: 4, refused: 5 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What the person at the keyboard can put right, with the exit code that tells it to a script. */
export class CommandFailed extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandFailed) return error.exitCode;
  if (error instanceof JarvisError) return error.status === 401 ? exitCodes.signIn : exitCodes.refused;
  return exitCodes.unreachable;
}

export function messageOf(error: unknown): string {
  if (error instanceof JarvisError && error.status === 401) {
    return `${error.message} Make a key in Jarvis under Keys, then: jarvis auth login`;
  }
  if (error instanceof CommandFailed || error instanceof JarvisError) return error.message;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  const why = code ?? (error instanceof SyntaxError ? 'what answers there is not Jarvis' : String(error));
  return `Jarvis cannot be reached (${why}). Where it is: jarvis auth login --url <url>, or JARVIS_URL.`;
}
