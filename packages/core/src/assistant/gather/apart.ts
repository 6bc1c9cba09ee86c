/**
 * Files with the names that the model is shown, and calls them by: without the marks of a quotation, which they could
 * end, and no two alike, in whatever case: a second one is `plan.pdf (2)`. `taken`: names of others.
 */
export function apart<Named extends { readonly name: string }>(
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
