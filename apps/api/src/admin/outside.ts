import { pausedSince, pauseOutside, resumeOutside } from '@jarvis/core';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addOutsideCommands(program: Command, run: CommandRun): void {
  const outside = program
    .command('outside')
    .description('push, mail of reminders and webhooks, of all accounts');

  outside
    .command('show')
    .description('show whether they are paused')
    .action(async () => {
      const { db } = await run.open();
      const pausedAt = await pausedSince(db);
      run.answer({ pausedAt }, () =>
        pausedAt === null ? 'People are told outside the app.' : `Paused since ${pausedAt}.`,
      );
    });

  outside
    .command('pause')
    .description('tell nobody anything outside the app until it is resumed')
    .action(async () => {
      await pauseOutside(await run.open());
      run.answer({ paused: true }, () => 'Nobody is told anything outside the app until `outside resume`.');
    });

  outside
    .command('resume')
    .description('tell people outside the app again, also after a backup was restored')
    .action(async () => {
      await resumeOutside(await run.open());
      run.answer({ paused: false }, () => 'People are told outside the app again.');
    });
}
