import { listAccounts, makeResetLink, restrictAccount, showAccount, unrestrictAccount } from '@jarvis/core';
import type { Command } from 'commander';
import type { Operation } from './operation.ts';

export function addAccountCommands(program: Command, operation: Operation): void {
  const accounts = program.command('accounts').description('look after accounts');

  accounts
    .command('list')
    .description('list every account, oldest first')
    .action(async () => {
      await operation.answerList(
        listAccounts(await operation.open()),
        ({ email, createdAt, restrictedAt }) =>
          `${createdAt.slice(0, 10)}  ${email}${restrictedAt === null ? '' : '  restricted'}`,
        'There is no account yet.',
      );
    });

  accounts
    .command('show')
    .description('show one account and how much it has')
    .argument('<email>')
    .action(async (email: string) => {
      operation.answer(await showAccount(await operation.open(), email), (account) =>
        Object.entries(account)
          .map(([name, value]) => `${name.padEnd(18)} ${inWords(value)}`)
          .join('\n'),
      );
    });

  accounts
    .command('restrict')
    .description('keep an account out, from its next request on, with sessions and keys alike')
    .argument('<email>')
    .option('--reason <text>', 'why; seen by operators only')
    .action(async (email: string, { reason }: { reason?: string }) => {
      operation.answer(
        await restrictAccount(await operation.open(), email, reason),
        (done) => `${done.email} is restricted since ${done.restrictedAt}.`,
      );
    });

  accounts
    .command('unrestrict')
    .description('let an account in again')
    .argument('<email>')
    .action(async (email: string) => {
      operation.answer(
        await unrestrictAccount(await operation.open(), email),
        (done) => `${done.email} is not restricted.`,
      );
    });

  accounts
    .command('reset-link')
    .description('print a link that resets the password, for when mail is down')
    .argument('<email>')
    .action(async (email: string) => {
      operation.answer(
        await makeResetLink(await operation.open(), email),
        ({ link, expiresAt }) => `${link}\nIt works once, until ${expiresAt}.`,
      );
    });
}

function inWords(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') || '-' : String(value);
}
