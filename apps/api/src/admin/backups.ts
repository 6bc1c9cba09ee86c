import { resolve } from 'node:path';
import { migrationsFolder } from '@jarvis/core';
import { type BackupSummary, backUp, restore } from '@jarvis/database';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addBackupCommands(program: Command, run: CommandRun): void {
  program
    .command('backup')
    .argument('<file>', 'where to write it; only its owner can read it')
    .description('write every account and all that belongs to it to a file, as of one moment, while serving')
    .action(async (file: string) => {
      const { db, clock } = await run.open();
      const summary = await backUp(db, resolve(file), clock.nowIso(), migrationsFolder);
      run.answer(summary, () => `Written to ${file}: ${inWords(summary)}.`);
    });
  program
    .command('restore')
    .argument('<file>', 'a file that backup wrote')
    .description('fill an empty database (an empty DATA_DIR, say) with a backup, all or nothing')
    .action(async (file: string) => {
      const { db } = await run.open();
      const summary = await restore(db, resolve(file), migrationsFolder);
      run.answer(summary, () => `Restored from ${file} of ${summary.takenAt}: ${inWords(summary)}.`);
    });
}

function inWords({ rows }: BackupSummary): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${rows.users ?? 0} accounts, ${rows.conversations ?? 0} conversations, ${rows.messages ?? 0} messages, ${rows.tasks ?? 0} tasks, ${rows.memories ?? 0} memories; ${total} rows in all`;
}
