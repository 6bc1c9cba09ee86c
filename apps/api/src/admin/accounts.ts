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

  run.answers(
    accounts.command('show <email>').description('show one account and its counts'),
    showAccount,
    (account) =>
      Object.entries(account)
        .map(([name, value]) => `${name.padEnd(18)} ${inWords(value)}`)
        .join('\n'),
  );

  run.answers(
    accounts
      .command('restrict <email>')
      .description('restrict an account: its sessions and keys are refused from the next request')
      .option('--reason <text>', 'why; seen by operators only'),
    (operating, email: string, { reason }: { reason?: string }) => restrictAccount(operating, email, reason),
    (done) => `${done.email} is restricted since ${done.restrictedAt}.`,
  );

  run.answers(
    accounts.command('unrestrict <email>').description('lift the restriction of an account'),
    unrestrictAccount,
    (done) => `${done.email} is not restricted.`,
  );

  run.answers(
    accounts
      .command('operator <email>')
      .description('make an account an operator: it manages models, search, mail and accounts in the browser')
      .option('--off', 'make it an ordinary account again'),
    (operating, email: string, { off }: { off?: boolean }) => setOperator(operating, email, !off),
    ({ email, operator, addressProven }) =>
      operator ? `${email} is an operator.${addressProven ? '' : unproven}` : `${email} is not an operator.`,
  );

  run.answers(
    accounts
      .command('end-sessions <email>')
      .description('sign an account out everywhere; its keys still work'),
    (operating, email: string) => endSessionsOf(operating, email),
    (done) => `${done.ended} sessions of ${done.email} were ended.`,
  );

  run.answers(
    accounts
      .command('reset-link <email>')
      .description('print a link that resets the password, for when mail is down'),
    makeResetLink,
    ({ link, expiresAt }) => `${link}\nIt works once, until ${expiresAt}.`,
  );
}

const unproven =
  '\nNobody has shown that this address is theirs: be sure of who opened the account. A used reset link shows it.';

function inWords(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') || '-' : String(value);
}
