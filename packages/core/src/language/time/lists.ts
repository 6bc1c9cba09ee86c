/** The items of a list in one text. */
export const list = (items: string): string[] => items.split(' ');

/**
 * The names of the numbers from 0 to 59: those up to 19, the tens from 20 on, and the way a ten and a one are joined.
 */
export function upTo59(
  small: readonly string[],
  tens: readonly string[],
  join: (ten: string, one: string, digit: number) => string,
): string[] {
  const larger = tens.flatMap((names) =>
    Array.from({ length: 10 }, (_, digit) => {
      if (digit === 0) return names;
      const one = small[digit] ?? '';
      return names
        .split('|')
        .flatMap((ten) => one.split('|').map((name) => join(ten, name, digit)))
        .join('|');
    }),
  );
  return [...small, ...larger];
}
