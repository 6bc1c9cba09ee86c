import { pauseOutside, resumeOutside, showOutside } from '@jarvis/core';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addOutsideCommands(program: Command, run: CommandRun): void {
  const outside = program
    .command('outside')
    .description('push, mail of reminders and webhooks, of all accounts');

  run.answers(
    outside.command('show').description('show whether they are paused, what waits and fails, and how late'),
    showOutside,
    ({ pausedAt, waiting, failing, lateMs, loopLateMs, runs }) =>
      [
        pausedAt === null ? 'Deliveries outside the app are on.' : `Paused since ${pausedAt}.`,
        `${waiting} waiting, ${failing} failing, the oldest ${seconds(lateMs)} s late.`,
        `Reminders in the app are ${seconds(loopLateMs)} s late.`,
        `Scheduled runs: ${runs.waiting} waiting, ${runs.running} running, ${seconds(runs.lateMs)} s late.`,
        `Runs of the last hour: ${counted(runs.lastHour)}.`,
      ].join('\n'),
  );

  run.answers(
    outside.command('pause').description('tell nobody anything outside the app until it is resumed'),
    (operating) => pauseOutside(operating).then(() => ({ paused: true })),
    () => 'Nothing is delivered outside the app until `outside resume`.',
  );

  run.answers(
    outside
      .command('resume')
      .description('tell people outside the app again, also after a backup was restored'),
    (operating) => resumeOutside(operating).then(() => ({ paused: false })),
    () => 'Deliveries outside the app are on again.',
  );
}

const counted = (states: Readonly<Record<string, number>>) =>
  Object.entries(states)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');

const seconds = (ms: number) => Math.floor(ms / 1_000);
