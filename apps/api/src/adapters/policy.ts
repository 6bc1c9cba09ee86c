import { readFileSync } from 'node:fs';
import { compilePolicy, type Policy } from '@jarvis/core';
import { z } from 'zod';
import { BadSettings } from '../config/config.ts';

const rules = z.array(
  z.object({ id: z.string().min(1), pattern: z.string().min(1), reply: z.string().min(1).optional() }),
);

/** The rules in `POLICY_FILE`, or none. Throws BadSettings that names the file and the mistake. */
export function loadPolicy(file: string | undefined): Policy {
  if (file === undefined) return compilePolicy([]);
  try {
    return compilePolicy(rules.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : String((error as Error).message);
    throw new BadSettings([
      `POLICY_FILE ${file} must be a list of { "id", "pattern", "reply"? } with RE2 patterns: ${reason}`,
    ]);
  }
}
