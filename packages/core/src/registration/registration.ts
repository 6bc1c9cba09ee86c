import { type RegistrationMode, registrationModes } from '@jarvis/contract';
import { setSetting } from '../connections/stored.ts';
import { badRequest, conflict, restricted } from '../errors.ts';
import type { ReadDeps, RuleDeps } from '../ports/deps.ts';
import { rowNames, selectInvitation, selectRegistration, takeInvitation } from './queries.ts';

export interface Registration {
  readonly mode: RegistrationMode;
  readonly decidedBy: 'environment' | 'operator' | 'nobody';
  /** No account was ever opened: the first person to register becomes the operator, in any mode. */
  readonly isFirst: boolean;
}

/** Who may open an account now. */
export async function readRegistration({ db, settings }: ReadDeps): Promise<Registration> {
  const rows = new Map((await selectRegistration(db, {})).map(({ name, value }) => [name, value]));
  const stored = rows.get(rowNames.registration)?.mode;
  const chosen = registrationModes.find((mode) => mode === stored);
  return {
    mode: settings.registration ?? chosen ?? 'open',
    decidedBy: settings.registration ? 'environment' : chosen ? 'operator' : 'nobody',
    isFirst: !rows.has(rowNames.firstAccount),
  };
}

/** Applies from the next registration, on every process. Throws conflict if the environment decides. */
export async function setRegistration(
  { db, clock, settings }: RuleDeps,
  mode: RegistrationMode,
): Promise<void> {
  if (settings.registration) {
    throw conflict('REGISTRATION is set in the environment, which takes precedence. Change it there.');
  }
  await setSetting({ db, clock }, rowNames.registration, { mode });
}

/**
 * Refuses early a person who may not open an account: restricted, and badRequest for an invitation that is unknown,
 * used, revoked or expired, one text for all. Only `admit` decides. `invitation` is the hash of a link's token.
 */
export async function checkMayRegister(deps: RuleDeps, invitation: string | undefined): Promise<void> {
  const registration = await readRegistration(deps);
  if (!registration.isFirst) await requireInvitation(deps, registration, invitation, selectInvitation);
}

/**
 * Admits an account, which is not the installation's first, in the transaction that opens it, and uses the invitation
 * up. Throws as `checkMayRegister`.
 */
export async function admit(deps: RuleDeps, invitation: string | undefined): Promise<void> {
  await requireInvitation(deps, await readRegistration(deps), invitation, takeInvitation);
}

async function requireInvitation(
  { db, clock }: RuleDeps,
  { mode }: Registration,
  id: string | undefined,
  find: typeof takeInvitation,
): Promise<void> {
  if (mode === 'closed') throw restricted(registrationRefusals.closed);
  const found = id === undefined ? undefined : await find.first(db, { id, now: clock.nowIso() });
  if (mode === 'open' || found) return;
  if (id === undefined) throw restricted(registrationRefusals.byInvitation);
  throw badRequest(registrationRefusals.badInvitation);
}

/** The OpenAPI document shows the same texts. */
export const registrationRefusals = {
  closed: 'Registration is closed here. Ask the operator of this service.',
  byInvitation: 'Registration is by invitation here. Ask the operator of this service for a link.',
  badInvitation: 'This invitation is not valid: it was used or revoked, or has expired. Ask for a new one.',
} as const;
