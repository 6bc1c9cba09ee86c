/** The place of a new conversation. Any other place of a message is a conversation's id, or the one below. */
export const newPlace = 'new';

/** The place of a temporary chat, of which the browser keeps nothing. */
export const temporaryPlace = 'temporary';
