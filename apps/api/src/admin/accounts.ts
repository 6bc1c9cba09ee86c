import {
  endSessionsOf,
  listAccounts,
  makeResetLink,
  restrictAccount,
  setOperator,
  showAccount,
  unrestrictAccount,
} from '@jarvis/core';
import type { Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addAccountCommands(program: Command, run: CommandRun): void {
  const accounts = program.command('accounts').description('manage accounts');

  accounts
    .command('list')
    .description('list every account, newest first')
    .option('--search <text>', 'only addresses that contain this text')
    .action(async ({ search }: { search?: string }) => {
      await run.answerList(
        listAccounts(await run.open(), search),
        ({ email, createdAt, restrictedAt, operator }) =>
          `${createdAt.slice(0, 10)}  ${email}${operator ? '  operator' : ''}${restrictedAt === null ? '' : '  restricted'}`,
        search === undefined ? 'There is no account yet.' : 'There is no such account.',
      );
    });

  accounts
    .command('show')
    .description('show one account and its counts')
    .argument('<email>')
    .action(async (email: string) => {
      run.answer(await showAccount(await run.open(), email), (account) =>
        Object.entries(account)
          .map(([name, value]) => `${name.padEnd(18)} ${inWords(value)}`)
          .join('\n'),
      );
    });

  accounts
    .command('restrict')
    .description('restrict an account: its sessions and keys are refused from the next request')
    .argument('<email>')
    .option('--reason <text>', 'why; seen by operators only')
    .action(async (email: string, { reason }: { reason?: string }) => {
      run.answer(
        await restrictAccount(await run.open(), email, reason),
        (done) => `${done.email} is restricted since ${done.restrictedAt}.`,
      );
    });

  accounts
    .command('unrestrict')
    .description('lift the restriction of an account')
    .argument('<email>')
    .action(async (email: string) => {
      run.answer(
        await unrestrictAccount(await run.open(), email),
        (done) => `${done.email} is not restricted.`,
      );
    });

  accounts
    .command('operator')
    .description('make an account an operator: it manages models, search, mail and accounts in the browser')
    .argument('<email>')
    .option('--off', 'make it an ordinary account again')
    .action(async (email: string, { off }: { off?: boolean }) => {
      run.answer(await setOperator(await run.open(), email, !off), (done) => {
        if (!done.operator) return `${done.email} is not an operator.`;
        return `${done.email} is an operator.${done.addressProven ? '' : unproven}`;
      });
    });

  accounts
    .command('end-sessions')
    .description('sign an account out everywhere; its keys still work')
    .argument('<email>')
    .action(async (email: string) => {
      run.answer(
        await endSessionsOf(await run.open(), email),
        (done) => `${done.ended} sessions of ${done.email} were ended.`,
      );
    });

  accounts
    .command('reset-link')
    .description('print a link that resets the password, for when mail is down')
    .argument('<email>')
    .action(async (email: string) => {
      run.answer(
        await makeResetLink(await run.open(), email),
        ({ link, expiresAt }) => `${link}\nIt works once, until ${expiresAt}.`,
      );
    });
}

const unproven =
  '\nNobody has shown that this address is theirs: be sure of who opened the account. A used reset link shows it.';

function inWords(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') || '-' : String(value);
}
