import type { ConnectionFailure, FailureKind } from '@jarvis/contract';
import { ConnectionFailed } from '../ports/connections.ts';

/** The kind of a failure, from any error: the AI SDK's, fetch's, or an adapter's own. */
export function failureOf(error: unknown): ConnectionFailure {
  const chain = causesOf(error);
  const known = chain.find((cause) => cause instanceof ConnectionFailed);
  if (known) return { kind: known.failure, detail: known.detail };
  const answered = chain.find((cause) => typeof cause.statusCode === 'number');
  if (answered) return byStatus(Number(answered.statusCode), String(answered.responseBody ?? ''));
  const code = chain.map((cause) => cause.code).find((found) => typeof found === 'string') ?? '';
  if (isCertificateCode(code)) return { kind: 'certificate', detail: code };
  if (chain.some(({ name }) => name === 'TimeoutError' || name === 'AbortError')) {
    return { kind: 'tooSlow', detail: '' };
  }
  if (chain.some(({ message }) => /redirect/i.test(message))) return { kind: 'redirected', detail: '' };
  // Something answers, but by another protocol, such as http to a call by https.
  if (/^(?:ERR_SSL|HPE)_/.test(code)) return { kind: 'notUnderstood', detail: code };
  if (code !== '' || chain.some(({ message }) => /cannot connect|fetch failed/i.test(message))) {
    return { kind: 'noAnswer', detail: code };
  }
  return { kind: 'notUnderstood', detail: chain[0]?.name ?? '' };
}

/** `body` distinguishes two failures with one status; none of it is shown. */
export function byStatus(status: number, body = ''): ConnectionFailure {
  return { kind: kindOf(status, body), detail: String(status) };
}

function kindOf(status: number, body: string): FailureKind {
  // Google answers 400 for an unknown key.
  if (status === 400 && /api[_ ]key/i.test(body)) return 'keyRefused';
  if (status === 400 && /model[^.]{0,80}(?:not|unknown|invalid)/i.test(body)) return 'noSuchModel';
  const known = kinds[status];
  if (known) return known;
  if (status < 300) return 'notUnderstood';
  if (status < 400) return 'redirected';
  return status < 500 ? 'refused' : 'broken';
}

const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'keyRefused',
  402: 'quota',
  403: 'keyRefused',
  404: 'noSuchModel',
  408: 'tooSlow',
  429: 'quota',
  504: 'tooSlow',
};

/** OpenSSL's and Node's codes for an untrusted certificate. */
export const isCertificateCode = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS/.test(code);

type Cause = Error & { statusCode?: unknown; responseBody?: unknown; code?: unknown };

/** The error and its causes; the last one of several attempts. */
function causesOf(error: unknown): Cause[] {
  const found: Cause[] = [];
  let next: unknown = error;
  while (next instanceof Error && found.length < 8) {
    found.push(next);
    next = 'lastError' in next ? next.lastError : next.cause;
  }
  return found;
}
