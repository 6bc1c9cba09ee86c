/** In a list that shows the last changed first, an entry's position: stays valid after the entry changes. */
export const changeCursor = ({
  id,
  updatedAt,
}: {
  readonly id: string;
  readonly updatedAt: string;
}): string => `${Date.parse(updatedAt)}_${id}`;
