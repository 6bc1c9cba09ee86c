/** A value in an address; undefined if it is missing, empty, or given twice, since parsers differ on which counts. */
export function valueIn(search: string, name: string): string | undefined {
  const [value, ...others] = new URLSearchParams(search).getAll(name);
  return others.length > 0 ? undefined : value || undefined;
}

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id in an address; undefined if it is malformed, as in a truncated link. */
export function idIn(search: string, name: string): string | undefined {
  const value = valueIn(search, name);
  return value !== undefined && isId.test(value) ? value : undefined;
}
