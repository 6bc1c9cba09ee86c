/** Later notifications are marked as late. */
export const lateMs = 5 * 60_000;
