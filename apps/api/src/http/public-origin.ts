import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import proxyAddr from 'proxy-addr';
import { securityHeaders } from './security-headers.ts';

/** Where the service stands: its origin, and the proxies before it that are believed. */
export interface Site {
  readonly publicUrl: string;
  /** True when PUBLIC_URL is https. */
  readonly secure: boolean;
  /** Names and values in turn, as `writeHead` takes them: what every answer carries. */
  readonly headers: readonly string[];
  /** Network address of the client. */
  addressOf(req: IncomingMessage): string;
  /** The host that the client asked for. */
  hostOf(req: IncomingMessage): string | undefined;
}

export function siteAt(publicUrl: string, trustProxy: number | readonly string[] | false): Site {
  const trusts = compileTrust(trustProxy);
  const secure = publicUrl.startsWith('https:');
  return {
    publicUrl,
    secure,
    headers: securityHeaders(secure),
    addressOf: (req) => (trustProxy === false ? (req.socket.remoteAddress ?? '') : proxyAddr(req, trusts)),
    hostOf(req) {
      const forwarded = req.headers['x-forwarded-host'];
      if (forwarded !== undefined && trusts(remoteAddress(req.socket), 0)) {
        return String(forwarded).split(',')[0]?.trim();
      }
      return req.headers.host;
    },
  };
}

type Trust = (address: string, hop: number) => boolean;

/** As Express reads its setting `trust proxy`. */
function compileTrust(trustProxy: number | readonly string[] | false): Trust {
  return express().set('trust proxy', trustProxy).get('trust proxy fn') as Trust;
}

const remoteAddress = (socket: Socket) => socket.remoteAddress ?? '';
