import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsFolder } from './migrations.ts';

/** Migrations up to this one have been released unchanged. */
const lastBefore = '0018';

const migrations = readdirSync(migrationsFolder)
  .filter((name) => /^\d{4}_.*\.sql$/.test(name) && name.slice(0, 4) > lastBefore)
  .sort();

/** What may still be dropped, and why the previous version does not need it. No version needs a dropped index. */
const unusedVectors = 'recall goes by words alone since 0021: decisions/0006-recall-goes-by-words.md';
const allowedDrops: ReadonlyMap<string, string> = new Map([
  ['drop table message_vectors', unusedVectors],
  ['alter table conversations drop column embedded_count', unusedVectors],
  ['alter table conversations drop column embedding_model', unusedVectors],
  ['alter table conversations drop column embed_next_at', unusedVectors],
]);

/**
 * What a migration must not do, apart from building indexes (migrations.test.ts): the previous version serves at the
 * same time, and requests continue.
 */
const rules: readonly [reason: string, isBroken: (statement: string, all: readonly string[]) => boolean][] = [
  [
    'drops a part that the previous version uses',
    (s) => /\bdrop (?!index|not null)/.test(s) && !allowedDrops.has(s.replace(/"|if exists /g, '')),
  ],
  ['renames a part that the previous version uses', (s) => /\brename\b/.test(s)],
  ['changes a type: rewrites the table', (s) => /\balter column \S+ (set data )?type\b/.test(s)],
  [
    'requires a value that the previous version does not write',
    (s) => /\bset not null\b/.test(s) || (/\badd column\b.*\bnot null\b/.test(s) && !/\bdefault\b/.test(s)),
  ],
  [
    'reads a whole table while it is locked; add it as not valid, and validate it separately',
    (s, all) =>
      / add (constraint|check|foreign key) /.test(s) &&
      !/\bnot valid\b/.test(s) &&
      isOfOldTable(/^alter table "?(\w+)/.exec(s)?.[1], all),
  ],
  [
    'writes rows in the transaction that locks their table',
    (s, all) => /^(update|delete|insert) /.test(s) && all.some((other) => /^alter table/.test(other)),
  ],
];

function isOfOldTable(table: string | undefined, all: readonly string[]): boolean {
  return (
    table !== undefined && !all.some((s) => new RegExp(`^create (unlogged )?table "?${table}\\b`).test(s))
  );
}

/** Why a migration must not be released in this form. */
function reasonsAgainst(text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
  return statements.flatMap((s) => rules.filter(([, isBroken]) => isBroken(s, statements)).map(([r]) => r));
}

it.each(migrations)('%s lets the previous version and its requests continue', (name) => {
  expect(reasonsAgainst(readFileSync(join(migrationsFolder, name), 'utf8'))).toEqual([]);
});

it.each([
  ['ALTER TABLE "tasks" DROP COLUMN "note";', 'drops'],
  ['DROP TABLE "tasks";', 'drops'],
  ['DROP TABLE "message_vectors", "tasks";', 'drops'],
  ['ALTER TABLE "conversations" DROP COLUMN "embedded_count", DROP COLUMN "title";', 'drops'],
  ['ALTER TABLE "tasks" RENAME COLUMN "note" TO "notes";', 'renames'],
  ['ALTER TABLE "tasks" ALTER COLUMN "note" SET DATA TYPE varchar;', 'changes a type'],
  ['ALTER TABLE "tasks" ADD COLUMN "note" text NOT NULL;', 'requires a value'],
  ['ALTER TABLE "tasks" ALTER COLUMN "note" SET NOT NULL;', 'requires a value'],
  ['ALTER TABLE "tasks" ADD CONSTRAINT "short" CHECK (length(note) < 9);', 'reads a whole table'],
  [
    `ALTER TABLE "tasks" ADD COLUMN "note" text;--> statement-breakpoint
     UPDATE "tasks" SET "note" = '';`,
    'writes rows',
  ],
])('a migration is refused: %s', (text, reason) => {
  expect(reasonsAgainst(text)).toEqual([expect.stringContaining(reason)]);
});

it.each([
  'ALTER TABLE "tasks" ADD COLUMN "note" text;',
  'ALTER TABLE "tasks" ADD COLUMN "note" text DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "tasks" ALTER COLUMN "note" DROP NOT NULL;',
  'DROP TABLE IF EXISTS message_vectors;',
  'ALTER TABLE "conversations" DROP COLUMN "embedded_count";',
  'DROP INDEX "memories_recall";',
  'CREATE TABLE "notes" ("id" uuid NOT NULL);--> statement-breakpoint\nALTER TABLE "notes" ADD CONSTRAINT "ids" CHECK (true);',
])('a migration is not refused: %s', (text) => {
  expect(reasonsAgainst(text)).toEqual([]);
});
