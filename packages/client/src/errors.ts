import type { components } from './generated/api.ts';

type ErrorBody = components['schemas']['Error'];

/** A refusal or failure of the service, in its own words. */
export class JarvisError extends Error {
  readonly status: number;
  /** The refused fields, one by one. */
  readonly issues: ErrorBody['issues'];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(told: {
    status: number;
    message: string;
    issues?: ErrorBody['issues'];
    requestId?: string | null;
  }) {
    super(told.message);
    this.name = 'JarvisError';
    this.status = told.status;
    this.issues = told.issues;
    this.requestId = told.requestId ?? undefined;
  }
}

/** The data of an operation. Throws JarvisError if the service did not carry it out. */
export async function orThrow<T>(
  called: Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await called;
  if (response.ok && data !== undefined && data !== null) return data;
  const { error: message, issues } = (error ?? {}) as Partial<ErrorBody>;
  throw new JarvisError({
    status: response.status,
    message: typeof message === 'string' ? message : `The service answered ${response.status}.`,
    issues,
    requestId: response.headers.get('x-request-id'),
  });
}
