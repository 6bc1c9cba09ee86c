/** Whether two names mean the same zone: `Europe/Kyiv` and `Europe/Kiev`. */
export function isSameTimeZone(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
  );
  return first === second;
}
