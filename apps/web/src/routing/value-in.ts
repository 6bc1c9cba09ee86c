/** A value in an address; undefined if it is missing, empty, or given twice, as readers differ in which counts. */
export function valueIn(search: string, name: string): string | undefined {
  const [value, ...others] = new URLSearchParams(search).getAll(name);
  return others.length > 0 ? undefined : value || undefined;
}
