/** In a list that shows the last changed first, an entry's position: stays valid after the entry changes. */
export const changeCursor = (entry: { readonly id: string; readonly updatedAt: string }): string =>
  `${Date.parse(entry.updatedAt)}_${entry.id}`;
