import { isIP } from 'node:net';
import { deliveryError } from '@jarvis/contract/delivery-reasons';
import { ConnectionFailed, type Outside, type OutsideAnswer, type OutsideCall } from '@jarvis/core';
import ipaddr from 'ipaddr.js';

const timeoutMs = 5_000;
const bytesMax = 64 * 1024;

/**
 * Posts to addresses from people and browsers: https, public addresses only (also after DNS), no redirect, at most 5 s
 * and 64 KiB (server-side request forgery). `listed` are the operator's exceptions as `host:port`, which may be private
 * and without TLS.
 */
export function outsideWith(listed: readonly string[]): Outside {
  const isListed = (url: string) => listed.includes(placeOf(new URL(url)));
  const problemOf = (text: string): string | undefined => {
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return deliveryError('notHttps');
    if (url.username !== '' || url.password !== '') return deliveryError('hasPassword');
    if (isListed(text)) return undefined;
    if (url.protocol !== 'https:') return deliveryError('notHttps');
    return isPrivateLiteral(url.hostname) ? deliveryError('privateAddress') : undefined;
  };
  /** One for all calls: each has its own connections. */
  let guarded: ReturnType<typeof guardedFetch> | undefined;
  return {
    isListed,
    problemOf,
    async post(call) {
      const problem = problemOf(call.url);
      if (problem !== undefined) throw new ConnectionFailed('refused', problem);
      if (isListed(call.url)) return send(fetch, call);
      guarded ??= guardedFetch({ allowCustomPort: true, forbiddenDomainNames: [] });
      return send(await guarded, call);
    },
  };
}

/** Host and port, also the default port. */
const placeOf = ({ hostname, port, protocol }: URL) =>
  `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

/**
 * A fetch of untrusted addresses, public ones only, also after DNS: at most 5 s and 64 KiB (server-side request forgery).
 * Loaded with the first call. `fetch` performs no lookup for a literal address, so this checks those too.
 */
export async function guardedFetch(
  options: Parameters<typeof import('@atproto-labs/fetch-node')['safeFetchWrap']>[0],
): Promise<typeof fetch> {
  const { safeFetchWrap } = await import('@atproto-labs/fetch-node');
  return safeFetchWrap({ responseMaxSize: bytesMax, timeout: timeoutMs, ...options }) as typeof fetch;
}

async function send(call: typeof fetch, { url, headers, body }: OutsideCall): Promise<OutsideAnswer> {
  try {
    const response = await call(url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: body as string,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The body is not used, and its rest is not received.
    await response.body?.cancel();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    if (isPrivate(error)) throw new ConnectionFailed('refused', deliveryError('privateName'));
    throw error;
  }
}

/** Whether the guard itself refused the address. */
function isPrivate(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause)
    if (/non-unicast|not a public domain|Blocked by url policy/.test(next.message)) return true;
  return false;
}

/** A literal IP address. URL normalises all spellings of IPv4. */
function isPrivateLiteral(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) === 0) return false;
  const address = ipaddr.parse(literal);
  return address.range() !== 'unicast' || (address instanceof ipaddr.IPv6 && !address.match(...publicRange));
}

/** ipaddr.js takes unassigned addresses for public ones. */
const publicRange = ipaddr.IPv6.parseCIDR('2000::/3');
