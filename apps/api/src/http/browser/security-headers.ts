import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isHttps } from '../cookies.ts';

/**
 * What a browser may do with our pages: run only our own scripts (XSS), connect only to us, and embed us in no frame
 * (clickjacking). No referrer is sent, so that a reset link's token cannot leak through it.
 */
export const securityHeaders = (publicUrl: string): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        // A click loads a picture in a reply; `blob:` is a picture before it is sent.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'"],
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps(publicUrl) ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  }),
  (req, res, next) => {
    // A program may open this path in its own window, whose last address its page waits for.
    if (/^\/(?:authorize|connect|sign-in|register|api\/auth\/oauth)(?:\/|$)/.test(req.path))
      res.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
    // What a person gets is in no cache, unless its route says otherwise.
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    next();
  },
];
