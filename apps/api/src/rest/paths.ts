import type { AnyRouter } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

/** A path that is documented, and what each of its methods calls. */
export interface KnownPath {
  /** Procedure by method, such as `GET` → `tasks.list`. */
  readonly procedures: ReadonlyMap<string, string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always there. */
  readonly allow: string;
  /** As documented, such as `/api/tasks/{id}`. */
  readonly route: string;
}

/** Finds the documented path that a URL's path is, exactly: no other case, no slash more or less. */
export function pathTable(router: AnyRouter, prefix: string): (path: string) => KnownPath | undefined {
  const byRoute = new Map<string, Map<string, string>>();
  for (const [name, procedure] of Object.entries(router._def.procedures)) {
    const meta = (procedure as { _def: { meta?: OpenApiMeta } })._def.meta?.openapi;
    if (!meta) continue;
    const route = `${prefix}${meta.path}`;
    byRoute.set(route, (byRoute.get(route) ?? new Map()).set(meta.method, name));
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
