import { shownRefusals } from '@jarvis/contract';
import { refusals } from '../refusals.ts';
import { registrationRefusals } from '../registration/registration.ts';
import { tagged } from '../rest.ts';

const { restricted } = refusals;
const busy = 'Too many people are signing in right now. Try again in a moment.';

/** The OpenAPI descriptions of the operations on accounts. */
export const documented = tagged(
  'Account',
  {
    getSession: {
      summary: 'Who is signed in',
      description: 'The account of the session cookie, or `null` when signed out.',
      errors: { 403: [restricted] },
    },
    register: {
      summary: 'Open an account and sign in',
      description: 'Opens an account and begins a session, whose cookie the answer sets.',
      errors: {
        400: ['`confirmPassword` must equal `password`.', registrationRefusals.badInvitation],
        403: [
          registrationRefusals.closed,
          registrationRefusals.byInvitation,
          'This e-mail address cannot be used here. Ask the operator of this service.',
        ],
        409: ['An account with this e-mail address already exists. Sign in instead.'],
        503: [busy],
      },
      setsCookie: true,
    },
    signIn: {
      summary: 'Sign in with a password',
      description:
        'Begins a new session, whose cookie the answer sets. An unknown address and a wrong password get the same answer.',
      errors: { 401: ['The e-mail address or the password is wrong.'], 403: [restricted], 503: [busy] },
      alsoCountedIn: ['signInPerEmail'],
      setsCookie: true,
    },
    signOut: {
      summary: 'End the current session',
      description: 'Ends the session on the server and removes its cookie.',
      setsCookie: true,
    },
    requestPasswordReset: {
      summary: 'Ask for a link that resets the password',
      description:
        'Sends a link, valid for 30 minutes and one use, to the address if it has an account. The answer is the same with and without an account.',
      errors: { 503: ['The mail could not be handed off for delivery. Try again in a few minutes.'] },
      alsoCountedIn: ['resetRequestPerEmail'],
    },
    resetPassword: {
      summary: 'Set a new password with a mailed link’s token',
      description:
        'Sets the password, ends every session of the account and voids its other links. The first use of a link for an account also proves its address: API keys made before are revoked and custom instructions switched off, once.',
      errors: {
        400: [
          'This reset link is not valid: it was used, or is older than 30 minutes. Ask for a new one.',
          '`confirmPassword` must equal `password`.',
        ],
        503: [busy],
      },
    },
    updateProfile: {
      summary: 'Change the profile and preferences',
      description: 'Send the fields to change, at least one. The e-mail address cannot be changed.',
      errors: { 400: ['Send at least one field to change.'] },
    },
    listSessions: {
      summary: 'List valid sign-ins',
      description: 'Every browser signed in to the account, including this one.',
    },
    endSession: {
      summary: 'End one sign-in',
      description: 'Signs one browser out.',
    },
    endOtherSessions: {
      summary: 'End every sign-in but this one',
      description: 'Signs every other browser out.',
    },
    changePassword: {
      summary: 'Change the password',
      description:
        'Needs the current password; an account that has none needs a sign-in within the last ten minutes. Every other session ends, and outstanding reset links too.',
      errors: {
        400: ['The password is wrong.', '`confirmPassword` must equal `password`.'],
        409: [shownRefusals.passwordChanged],
        503: [busy],
      },
      setsCookie: true,
    },
    deleteAccount: {
      summary: 'Delete the account and everything in it',
      description: 'Needs the password, or a sign-in within the last ten minutes.',
      errors: { 400: ['The password is wrong.'], 503: [busy] },
      setsCookie: true,
    },
  },
  'Session',
);
