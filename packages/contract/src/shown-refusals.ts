import { mebibytes } from './chat/file.ts';
import { limits } from './limits.ts';

/**
 * The refusals that a page of the app can show; those that a page prevents are beside what throws them. The app
 * translates them by these sentences: change both together.
 */
export const shownRefusals = {
  conversationFull: `This conversation is full: it has ${limits.conversationMessagesMax.toLocaleString('en')} messages. Go on in a new one.`,
  invitationsMax: `There are ${limits.invitationsMax} unused invitations. Revoke some of them first.`,
  keysMax: `At most ${limits.keysMax} API keys: revoke one first.`,
  passwordChanged: 'The password was changed elsewhere in the meantime.',
  picturesTooLarge: `The pictures of this message are too large together: at most ${mebibytes(limits.picturesBytesMax)}.`,
  remindersWaitingMax: `At most ${limits.remindersWaitingMax} reminders may wait: delete some first.`,
  taskDone: 'The task is done.',
} as const;
