import { resumeOutside } from '@jarvis/core';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addOutsideCommands(program: Command, run: CommandRun): void {
  const outside = program.command('outside').description('push, mail and webhooks, of all accounts');

  run.answers(
    outside.command('resume').description('tell people outside the app again, after a backup was restored'),
    (operating) => resumeOutside(operating).then(() => ({ paused: false })),
    () => 'Deliveries outside the app are on again.',
  );
}
