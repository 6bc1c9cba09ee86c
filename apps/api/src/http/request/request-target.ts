/** The target in origin form; a proxy's absolute form (RFC 9112, 3.2.2) loses scheme and authority. */
export function originForm(target: string): string {
  return target.startsWith('/')
    ? target
    : target.replace(/^https?:\/\/[^/?#]*(?=$|[/?])/i, '').replace(/^(?!\/)/, '/');
}

/** The procedures that a path under `/trpc` calls, as tRPC parses it; a batch is separated by commas. */
export function rpcCalls(path: string): string[] {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment).split(',');
  } catch {
    return [segment];
  }
}
