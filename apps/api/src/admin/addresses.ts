import { listRestrictedAddresses, restrictAddress, unrestrictAddress } from '@jarvis/core';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addAddressCommands(program: Command, run: CommandRun): void {
  const addresses = program.command('addresses').description('keep addresses and domains from registering');

  addresses
    .command('list')
    .description('list restricted addresses and domains')
    .action(async () => {
      await run.answerList(
        await listRestrictedAddresses(await run.open()),
        ({ address, reason }) => (reason === null ? address : `${address}  ${reason}`),
        'No address is restricted.',
      );
    });

  run.answers(
    addresses
      .command('restrict')
      .description('keep an address, or a whole domain, from registering; existing accounts are unaffected')
      .argument('<email or @domain>')
      .option('--reason <text>', 'why; seen by operators only'),
    (operating, address: string, { reason }: { reason?: string }) =>
      restrictAddress(operating, address, reason),
    (done) => `${done.address} cannot register.`,
  );

  run.answers(
    addresses
      .command('unrestrict')
      .description('let an address or a domain register again')
      .argument('<email or @domain>'),
    unrestrictAddress,
    (done) => `${done.address} can register.`,
  );
}
