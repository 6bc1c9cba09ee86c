import { isIP } from 'node:net';

/**
 * DNS rebinding: a site can point its own name at 127.0.0.1, so that its pages reach, under their own origin, a
 * service that listens on loopback for its owner alone. Returns a test of a Host header: true for a name that is
 * neither a loopback name nor that of `publicUrl`; always false if `listenHost` is not loopback.
 */
export function foreignNames(listenHost: string, publicUrl?: string): (host: string | undefined) => boolean {
  if (!isLoopback(listenHost)) return () => false;
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  let known: string | undefined;
  return (host) => {
    // Most requests name the host of the one before: parsing it takes longer than the rest of the check.
    if (host === undefined || host === known) return false;
    const url = URL.parse(`http://${host}`);
    if (!url) return true;
    const name = url.hostname.replace(/^\[|\]$|\.$/g, '');
    if (isIP(name) === 0 && !isLoopback(name) && name !== publicName) return true;
    known = host;
    return false;
  };
}

const isLoopback = (name: string) =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIP(name) === 4 && name.startsWith('127.'));
