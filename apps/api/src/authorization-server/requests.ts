import { resourceOf } from './metadata.ts';

/** Fields as a program sends them; what is sent twice is undefined, as what is empty. */
export const single = (fields: URLSearchParams, name: string): string | undefined => {
  const values = fields.getAll(name);
  return values.length === 1 && values[0] !== '' ? values[0] : undefined;
};

/** Whether a `resource` names `/mcp`: with a slash behind it, and the origin alone, are what programs send too. */
export function isOurResource(resource: string, publicUrl: string): boolean {
  const href = URL.parse(resource)?.href.replace(/\/$/, '');
  return href === resourceOf(publicUrl) || href === new URL(publicUrl).origin;
}

/**
 * The client id of a request: of its body, or of an Authorization header of the scheme Basic, whose secret is none of
 * ours (RFC 6749, 2.3.1). Undefined where there is none, and where there are two.
 */
export function clientIdOf(fields: URLSearchParams, authorization: string | undefined): string | undefined {
  const inBody = single(fields, 'client_id');
  const [, encoded] = /^basic ([\w+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return inBody;
  try {
    const [id = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    const inHeader = decodeURIComponent(id.replaceAll('+', ' '));
    return inBody === undefined || inBody === inHeader ? inHeader : undefined;
  } catch {
    return undefined;
  }
}
