import { documentedProcedures } from './procedures.ts';

/** A path that is documented, and what each of its methods calls. */
export interface KnownPath {
  /** Procedure by method, such as `GET` → `tasks.list`. */
  readonly procedures: ReadonlyMap<string, string>;
  /** The value of the `Allow` header: HEAD follows GET, OPTIONS is always there. */
  readonly allow: string;
  /** As documented, without the `/api`: `/tasks/{id}`. */
  readonly route: string;
  /** Where the parameter stands among the path's segments, and its name; a documented path has one at most. */
  readonly parameter: { readonly index: number; readonly name: string } | undefined;
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
    const parameter = parameterOf(route);
    const known = { procedures, allow: [...methods, 'OPTIONS'].join(', '), route, parameter };
    if (parameter) {
      withParameter.push({ pattern: new RegExp(`^${route.replace(/\{\w+\}/, '[^/]+')}$`), known });
    } else fixed.set(route, known);
  }
  return (path) => fixed.get(path) ?? withParameter.find(({ pattern }) => pattern.test(path))?.known;
}

function parameterOf(route: string): KnownPath['parameter'] {
  const segments = route.split('/');
  const index = segments.findIndex((segment) => segment.startsWith('{'));
  return index < 0 ? undefined : { index, name: segments[index]?.slice(1, -1) ?? '' };
}

/**
 * The value of a path's parameter. One with anything but letters, digits, hyphens and underscores is a malformed
 * id, and so a missing one: `-` stands for it.
 */
export function parameterValue(path: string, index: number): string {
  const segment = path.split('/')[index] ?? '';
  if (wellFormed.test(segment)) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    return wellFormed.test(decoded) ? decoded : '-';
  } catch {
    return '-';
  }
}

const wellFormed = /^[\w-]+$/;
