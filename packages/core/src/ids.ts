import { V7Generator } from 'uuidv7';
import { notFound } from './errors.ts';

const generator = new V7Generator();

/** A UUIDv7 for the given time in milliseconds; ascending within a process, also within one millisecond. */
export function newId(nowMs: number): string {
  return generator.generateOrResetCore(nowMs, 10_000).toString();
}

/** Lower than every id made from this time on. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Whether it has the form of an identifier. */
export const isId = (text: string): boolean => uuid.test(text);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The identifier in the database's form: lower case. Throws notFound(`thing`) when it is malformed, so that no caller
 * can tell a malformed id from a missing one.
 */
export function parseId(id: string, thing: string): string {
  if (!isId(id)) throw notFound(thing);
  return id.toLowerCase();
}
