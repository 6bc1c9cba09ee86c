import { describeIssues, invitationInput, limits, registrationModes } from '@jarvis/contract';
import {
  createInvitation,
  listInvitations,
  readRegistration,
  revokeInvitation,
  setRegistration,
} from '@jarvis/core';
import { Argument, type Command } from 'commander';
import type { CommandRun } from './command-run.ts';

export function addRegistrationCommands(program: Command, run: CommandRun): void {
  const registration = program.command('registration').description('who may open an account');

  run.answers(
    registration.command('show').description('show who may open an account, and who decided it'),
    async (operating) => {
      const { mode, decidedBy } = await readRegistration(operating);
      return { mode, decidedBy };
    },
    ({ mode, decidedBy }) =>
      `Registration: ${mode}${decidedBy === 'environment' ? ', by REGISTRATION in the environment' : ''}.`,
  );

  run.answers(
    registration
      .command('set')
      .description('open for everybody, by invitation link, or closed')
      .addArgument(new Argument('<mode>').choices(registrationModes)),
    async (operating, mode: (typeof registrationModes)[number]) => {
      await setRegistration(operating, mode);
      return { mode };
    },
    ({ mode }) => `Registration: ${mode}.`,
  );

  const invitations = program.command('invitations').description('links that open one account each');

  invitations
    .command('create')
    .description('print a link that opens one account')
    .option('--note <text>', 'whom it is for; seen by operators only', '')
    .option('--days <count>', `days for which it is valid, up to ${limits.invitationDaysMax}`, '7')
    .action(async ({ note, days }: { note: string; days: string }, command: Command) => {
      const asked = { note, days: Number(days) };
      const { data, error } = invitationInput.safeParse(asked);
      if (!data)
        return command.error(
          describeIssues(error.issues, asked)
            .map(({ message }) => message)
            .join(' '),
        );
      run.answer(
        await createInvitation(await run.open(), data),
        ({ link, expiresAt }) => `${link}\nIt opens one account, until ${expiresAt}.`,
      );
    });

  invitations
    .command('list')
    .description('list those that nobody has used')
    .action(async () => {
      await run.answerList(
        await listInvitations(await run.open()),
        ({ id, note, expiresAt }) => `${id}  until ${expiresAt.slice(0, 10)}${note && `  ${note}`}`,
        'There is no invitation.',
      );
    });

  run.answers(
    invitations.command('revoke').description('revoke a link').argument('<id>', 'as listed'),
    async (operating, id: string) => {
      await revokeInvitation(operating, id);
      return { id };
    },
    () => 'The invitation is revoked.',
  );
}
