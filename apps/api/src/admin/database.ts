import { migrationsFolder } from '@jarvis/core';
import { migrate } from '@jarvis/database';
import type { Command } from 'commander';
import type { Operation } from './operation.ts';

export function addDatabaseCommands(program: Command, operation: Operation): void {
  program
    .command('migrate')
    .description('bring the database to this version; the server does the same when it starts')
    .action(async () => {
      const { db } = await operation.open();
      await migrate(db, migrationsFolder);
      operation.answer({ ok: true }, () => 'The database is up to date.');
    });
}
