/** Successes other than 200, by procedure. The specification writes 201 for these four and no others. */
export const successStatuses: Readonly<Record<string, number>> = {
  'conversations.create': 201,
  'conversations.addMessage': 201,
  'tasks.create': 201,
  'account.register': 201,
};

/** Largest body in bytes, by procedure; all others `bodyBytesMax`. */
export const bodyBytesMax = 256 * 1024;
export const chatBodyBytesMax = 1024 * 1024;
