import { existsSync, globSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first of these programs that exists: a name on the PATH, or a path that may be a pattern. */
export function installed(...programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs
    .flatMap((program) =>
      isAbsolute(program) ? globSync(program) : folders.map((folder) => join(folder, program)),
    )
    .find((path) => existsSync(path));
}
