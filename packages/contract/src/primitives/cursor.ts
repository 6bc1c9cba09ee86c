/**
 * The cursor of an entry in a list that shows the last changed first: the entry's position, which stays valid after
 * the entry changes.
 */
export const changeCursor = ({
  id,
  updatedAt,
}: {
  readonly id: string;
  readonly updatedAt: string;
}): string => `${Date.parse(updatedAt)}_${id}`;
