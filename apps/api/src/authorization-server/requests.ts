import { resourceOf } from './metadata.ts';

/** The fields of a form or query; empty ones count as omitted (RFC 6749, 3.1). */
export const fieldsIn = (text: string): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(text)].filter(([, value]) => value !== ''));

/** Undefined for a missing or repeated field. */
export const single = (fields: URLSearchParams, name: string): string | undefined => {
  const values = fields.getAll(name);
  return values.length === 1 ? values[0] : undefined;
};

/** Whether a `resource` names `/mcp`; programs also send it with a final slash, or the origin alone. */
export function isOurResource(resource: string, publicUrl: string): boolean {
  const href = URL.parse(resource)?.href.replace(/\/$/, '');
  return href === resourceOf(publicUrl) || href === new URL(publicUrl).origin;
}

/**
 * The client id of a request: from its body, or from a Basic Authorization header, whose secret is ignored (RFC 6749,
 * 2.3.1). Undefined without one, and with two.
 */
export function clientIdOf(fields: URLSearchParams, authorization: string | undefined): string | undefined {
  const inBody = single(fields, 'client_id');
  const [, encoded] = /^basic ([\w+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return inBody;
  try {
    // Some programs send the address of their document unencoded, with its colon.
    const id = Buffer.from(encoded, 'base64')
      .toString()
      .replace(/:[^:]*$/, '');
    const inHeader = decodeURIComponent(id.replaceAll('+', ' '));
    return inBody === undefined || inBody === inHeader ? inHeader : undefined;
  } catch {
    return undefined;
  }
}
