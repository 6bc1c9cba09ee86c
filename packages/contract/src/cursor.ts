/** The cursor of an entry in a list that shows the last changed first: where it stood, whatever becomes of it. */
export const changeCursor = ({
  id,
  updatedAt,
}: {
  readonly id: string;
  readonly updatedAt: string;
}): string => `${Date.parse(updatedAt)}_${id}`;
