/**
 * Gives files the names by which the model knows them: unique regardless of case (`plan.pdf (2)`), and without
 * quotation marks, which could end a quotation. `taken`: other files, whose names stay.
 */
export function uniquelyNamed<Named extends { readonly name: string }>(
  files: readonly Named[],
  taken: readonly { readonly name: string }[] = [],
): Named[] {
  const seen = new Set(taken.map(({ name }) => name.toLowerCase()));
  return files.map((file) => {
    const plain = file.name.replace(/["“”„«»]/g, "'");
    let name = plain;
    for (let nth = 2; seen.has(name.toLowerCase()); nth += 1) name = `${plain} (${nth})`;
    seen.add(name.toLowerCase());
    return { ...file, name };
  });
}
