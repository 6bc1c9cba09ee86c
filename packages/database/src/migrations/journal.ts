import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An entry of drizzle-kit's journal. `when` identifies and orders it. */
export interface Migration {
  readonly tag: string;
  readonly when: number;
}

/** The migrations that drizzle-kit wrote to a folder, in order. Throws an Error if one is out of order. */
export function readJournal(folder: string): readonly Migration[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  const { entries } = journal as { entries: Migration[] };
  const late = entries.find(({ when }, i) => when <= (entries[i - 1]?.when ?? 0));
  // The table of applied migrations identifies them by their time.
  if (late) throw new Error(`The migration ${late.tag} is older than the one before it: generate it anew.`);
  return entries;
}

/** A migration's statements, and the hash by which drizzle knows it. */
export function readSteps(folder: string, tag: string): { statements: readonly string[]; hash: string } {
  const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
  return {
    statements: text.split('--> statement-breakpoint'),
    hash: createHash('sha256').update(text).digest('hex'),
  };
}

/** The migrations not yet applied. Throws an Error when an unknown one was applied. */
export function missing(known: readonly Migration[], applied: readonly number[]): readonly Migration[] {
  const unknown = applied.find((when, i) => known[i]?.when !== when);
  if (unknown !== undefined) throw foreign(`of ${new Date(unknown).toISOString()}`);
  return known.slice(applied.length);
}

export const foreign = (which: string): Error =>
  new Error(
    `The database has the migration ${which}, which this version of Jarvis does not know: it was used by a newer one. Start that one, or use another database.`,
  );
