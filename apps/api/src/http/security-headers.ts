import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * What a browser may do with our answers: run our own scripts and nobody else's, talk to us alone, and show us
 * in no frame. Where a page came from is told to nobody, so that a reset link's token cannot leak by it. Names
 * and values in turn; they never differ, so helmet is asked once.
 */
export function securityHeaders(secure: boolean): string[] {
  const headers = ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => {},
  };
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // A picture in a reply is loaded after a click.
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'"],
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  set({} as never, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
