/** Calculations with local times. */
export type Calendar = typeof import('./calendar.ts');

/** Loads the libraries on first use: they take 26 ms to import, and most requests do not need them. */
export const loadCalendar = (): Promise<Calendar> => import('./calendar.ts');
