/** What comes later than this is marked. */
export const lateMs = 5 * 60_000;
