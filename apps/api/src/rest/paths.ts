import { documentedProcedures } from './procedures.ts';

/** A path that is documented, and what each of its methods calls. */
export interface KnownPath {
  /** Procedure by method, such as `GET` → `tasks.list`. */
  readonly procedures: ReadonlyMap<string, string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always there. */
  readonly allow: string;
  /** As documented, without the `/api`: `/tasks/{id}`. */
  readonly route: string;
}

/** Finds the documented path that a URL's path is, exactly: no other case, no slash more or less. */
export function pathTable(): (path: string) => KnownPath | undefined {
  const byRoute = new Map<string, Map<string, string>>();
  for (const { name, openapi } of documentedProcedures()) {
    const known = byRoute.get(openapi.path) ?? new Map();
    byRoute.set(openapi.path, known.set(openapi.method, name));
  }
  const fixed = new Map<string, KnownPath>();
  const withParameter: { readonly pattern: RegExp; readonly known: KnownPath }[] = [];
  for (const [route, procedures] of byRoute) {
    const methods = [...procedures.keys()].flatMap((method) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
    const known = { procedures, allow: [...methods, 'OPTIONS'].join(', '), route };
    if (route.includes('{')) {
      withParameter.push({ pattern: new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`), known });
    } else fixed.set(route, known);
  }
  return (path) => fixed.get(path) ?? withParameter.find(({ pattern }) => pattern.test(path))?.known;
}
