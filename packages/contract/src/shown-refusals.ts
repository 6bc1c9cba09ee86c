import { mebibytes } from './chat/file.ts';
import { limits } from './limits.ts';

/**
 * The refusals that a page of the app can show; those that a page prevents are beside what throws them. The app
 * translates them by these sentences, which therefore contain no number that an operator sets: change both together.
 */
export const shownRefusals = {
  calendarFeedsMax: `At most ${limits.calendarFeedsMax} calendar addresses: revoke one first.`,
  conversationFull: `This conversation is full: it has ${limits.conversationMessagesMax.toLocaleString('en')} messages. Go on in a new one.`,
  deliveriesADayMax: `At most ${limits.deliveriesADayMax} deliveries a day outside the app.`,
  deliveriesPaused: 'The operator has paused deliveries outside the app.',
  invitationsMax: `There are ${limits.invitationsMax} unused invitations. Revoke some of them first.`,
  keysMax: `At most ${limits.keysMax} API keys: revoke one first.`,
  operatorNeeded: 'Only an operator of this installation can do this.',
  passwordChanged: 'The password was changed elsewhere in the meantime.',
  pictureTooLarge: `“{name}” is too large for a model: a picture may have at most ${mebibytes(limits.pictureBytesMax)}.`,
  pictureTooWide: `“{name}” is too large for a model: a picture may have at most ${limits.picturePixelsMax} pixels a side.`,
  picturesTooLarge: `The pictures of this message are too large together: at most ${mebibytes(limits.picturesBytesMax)}.`,
  pushOff: 'The operator has switched push off.',
  remindersWaitingMax: `At most ${limits.remindersWaitingMax} reminders may wait: delete some first.`,
  restricted: 'This account is restricted. Ask the operator of this service.',
  runsUsedUp: 'The runs of 24 hours are used up: wait until an earlier one is a day old.',
  schedulesMax: 'This account has the maximum number of schedules: delete one first.',
  schedulesOff: 'The operator has switched schedules off.',
  taskDone: 'The task is done.',
  tokensUsedUp: 'The runs of the last 30 days have used up the tokens that an account may use.',
  webhooksMax: `At most ${limits.webhooksMax} webhooks: delete one first.`,
  webhooksOff: 'The operator has switched webhooks off.',
} as const;
