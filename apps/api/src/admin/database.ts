import { resolve } from 'node:path';
import { backedUpSchema, countSecrets, migrationsFolder, type SecretsReport, trySecrets } from '@jarvis/core';
import { type BackupSummary, backUp, migrate, restore, unfinishedBackups } from '@jarvis/database';
import type { Command } from 'commander';
import { keyName, type SecretSettings, secretsWith } from '../adapters/secrets.ts';
import type { CommandRun } from './command-run.ts';

export function addDatabaseCommands(program: Command, run: CommandRun): void {
  program
    .command('migrate')
    .description('bring the database to this version; the server does the same when it starts')
    .action(async () => {
      const { db } = await run.openOrMake('info');
      await migrate(db, migrationsFolder);
      run.answer({ ok: true }, () => 'The database is up to date.');
    });
  program
    .command('backup')
    .argument('<file>', 'the file to write; only its owner can read it')
    .description('write every account and all that belongs to it to a file, as of one moment, while serving')
    .option('--without-files', 'omit attached files')
    .action(async (file: string, { withoutFiles = false }: { withoutFiles?: boolean }) => {
      const { db, clock, config } = await run.open();
      const unfinished = await unfinishedBackups(resolve(file));
      const summary = await backUp(db, resolve(file), clock.nowIso(), backedUpSchema, { withoutFiles });
      const secrets = await countSecrets(db, summary.rows);
      run.answer({ ...summary, secrets, unfinished }, () =>
        [
          `Written to ${file}: ${inWords(summary)}.`,
          ...unfinished.map(
            (left) =>
              `${left} is left from an interrupted backup: remove it, unless that backup is still running.`,
          ),
          ...(secrets > 0
            ? [`Keep ${keyName(config)} as well: ${counted(secrets)} in it cannot be read without it.`]
            : []),
        ].join('\n'),
      );
    });
  program
    .command('restore')
    .argument('<file>', 'a backup file')
    .description('fill a database without accounts (an empty DATA_DIR, say) with a backup, all or nothing')
    .action(async (file: string) => {
      const { db, config } = await run.openOrMake();
      const summary = await restore(db, resolve(file), backedUpSchema);
      const secrets = await trySecrets(db, { secrets: secretsWith(config) }, summary.rows.webhooks);
      run.answer({ ...summary, secrets }, () =>
        [
          `Restored from ${file} of ${summary.takenAt}: ${inWords(summary)}.`,
          ...(secrets.stored > 0 ? [secretsInWords(secrets, config)] : []),
          'Nothing is delivered outside the app until you run: npm run admin -- outside resume',
        ].join('\n'),
      );
    });
}

function inWords({ rows }: BackupSummary): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `accounts ${rows.users ?? 0}, conversations ${rows.conversations ?? 0}, messages ${rows.messages ?? 0}, tasks ${rows.tasks ?? 0}, memories ${rows.memories ?? 0}; rows in all ${total}`;
}

const counted = (secrets: number): string => (secrets === 1 ? '1 secret' : `${secrets} secrets`);

const secretsInWords = ({ stored, unreadable }: SecretsReport, settings: SecretSettings): string =>
  unreadable === 0
    ? `${counted(stored)} in it can be read with ${keyName(settings)}.`
    : `${unreadable} of ${counted(stored)} in it cannot be read: put the key of the original installation into ${keyName(settings)}, or enter them again in the browser.`;
