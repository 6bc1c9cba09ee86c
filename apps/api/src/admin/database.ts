import { migrationsFolder } from '@jarvis/core';
import { migrate } from '@jarvis/database';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addDatabaseCommands(program: Command, run: CommandRun): void {
  program
    .command('migrate')
    .description('bring the database to this version; the server does the same when it starts')
    .action(async () => {
      const { db } = await run.open('info');
      await migrate(db, migrationsFolder);
      run.answer({ ok: true }, () => 'The database is up to date.');
    });
}
