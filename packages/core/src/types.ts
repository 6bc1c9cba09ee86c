/** All that the web app may know of this package: types, so that none of its code can get into a browser. */
export type { AppRouter } from './router.ts';
