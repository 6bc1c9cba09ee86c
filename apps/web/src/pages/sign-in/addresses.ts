const paths = ['/sign-in', '/register', '/forgot', '/reset'] as const;

/** The address of a page for signed-out people. */
export type SignedOutPath = (typeof paths)[number];

/** Such a page's path; undefined for a page of the app. */
export const signedOutPath = (pathname: string): SignedOutPath | undefined =>
  paths.find((path) => path === pathname || `${path}/` === pathname);

/** With the person's destination after the sign-in. */
export const signedOutAddress = (path: SignedOutPath, next: string | undefined): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;

/** A value in the page's address; undefined if it is missing, empty, or given twice, as readers differ in which counts. */
export function valueInAddress(name: string): string | undefined {
  const [value, ...others] = new URLSearchParams(location.search).getAll(name);
  return others.length > 0 ? undefined : value || undefined;
}
