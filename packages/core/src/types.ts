/** The only part of this package for the web app: types, so that none of its code can reach a browser. */
export type { AppRouter } from './router.ts';
