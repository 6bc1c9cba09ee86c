import { limits } from '@jarvis/contract';

/** The error for adding to a conversation that has `limits.conversationMessagesMax` messages. */
export const conversationFull = `This conversation is full: it has ${limits.conversationMessagesMax.toLocaleString('en')} messages. Go on in a new one.`;
