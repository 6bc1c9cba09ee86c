import { valueIn } from '../../routing/value-in.ts';

const paths = ['/sign-in', '/register', '/forgot', '/reset'] as const;

/** The address of a page for signed-out people. */
export type SignedOutPath = (typeof paths)[number];

/** Such a page's path; undefined for a page of the app. */
export const signedOutPath = (pathname: string): SignedOutPath | undefined =>
  paths.find((path) => path === pathname || `${path}/` === pathname);

/** With the person's destination after the sign-in. */
export const signedOutAddress = (path: SignedOutPath, next: string | undefined): string =>
  next ? `${path}?${new URLSearchParams({ next })}` : path;

/** A value in the page's address. */
export const valueInAddress = (name: string): string | undefined => valueIn(location.search, name);
