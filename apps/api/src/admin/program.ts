import { asDomainError } from '@jarvis/core';
import { Command, CommanderError } from 'commander';
import { BadSettings, type Config } from '../config/config.ts';
import { addAccountCommands } from './accounts.ts';
import { addAddressCommands } from './addresses.ts';
import { CommandRun, type Terminal } from './command-run.ts';
import { addDatabaseCommands } from './database.ts';
import { addOutsideCommands } from './outside.ts';

/** 69 and 78 are from sysexits.h, 1, 2 and 130 are conventional. */
export const exitCodes = {
  done: 0,
  refused: 1,
  wrongUsage: 2,
  unavailable: 69,
  badSettings: 78,
  interrupted: 130,
} as const;

/**
 * Runs the operator's tool with these arguments. Never throws: prints the error and returns an exit code. When
 * `interruption` aborts, it leaves the work, closes the database and stops the embedded one if it has started it.
 */
export async function runAdmin(
  args: readonly string[],
  terminal: Terminal,
  readSettings: () => Config,
  interruption: AbortSignal,
): Promise<number> {
  const run = new CommandRun(terminal, readSettings, args.includes('--json'));
  const program = new Command('npm run admin --')
    .description('The operator’s tool of Jarvis. It uses the same settings and database as the server.')
    .option('--json', 'answer in JSON, for machines')
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .showHelpAfterError('Add --help to see how it is used.')
    .exitOverride();
  addAccountCommands(program, run);
  addAddressCommands(program, run);
  addDatabaseCommands(program, run);
  addOutsideCommands(program, run);
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  interruption.addEventListener('abort', reject);
  try {
    await Promise.race([program.parseAsync([...args], { from: 'user' }), interrupted]);
    return exitCodes.done;
  } catch (error) {
    if (interruption.aborted) return exitCodes.interrupted;
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
    run.reportError(error);
    if (error instanceof BadSettings) return exitCodes.badSettings;
    const unavailable = asDomainError(error)?.kind === 'unavailable';
    return unavailable ? exitCodes.unavailable : exitCodes.refused;
  } finally {
    await run.end();
  }
}
