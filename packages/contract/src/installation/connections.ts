import { z } from 'zod';
import { limits } from '../limits.ts';
import { singleLine } from '../primitives/text.ts';
import { modelProviderIds, searchProviderIds } from './providers.ts';

/*
 * For operators, in the web app only: the installation's connections, set in the browser. A secret is never returned,
 * only its last four characters.
 */

/** Why a request to an outside service failed. */
const failureKinds = [
  'keyMissing',
  'keyRefused',
  'noSuchModel',
  'noAnswer',
  'tooSlow',
  'quota',
  'certificate',
  'redirected',
  'notUnderstood',
  'refused',
  'broken',
  'secretUnreadable',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const connectionFailure = z.object({
  kind: z.enum(failureKinds),
  /** A status or a code, for finding the cause; never a person's text, and no secret. */
  detail: z.string(),
});
export type ConnectionFailure = z.infer<typeof connectionFailure>;

const lastFailure = connectionFailure.extend({ at: z.string() }).nullable();

/** http and https only, so that no file and no other protocol is requested. */
const address = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be an http or https address.',
  })
  .refine((text) => URL.canParse(text) && new URL(text).username === '', { error: 'must not name a user.' })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));

/** Omitted: the secret stored for this address. Empty: no secret. */
const secret = z.string().trim().max(1_000).optional();
const modelId = singleLine(1, 200);

export const modelServerInput = z.object({
  provider: z.enum(modelProviderIds),
  /** Null: the provider's default. */
  baseUrl: address.nullable(),
  apiKey: secret,
});
export type ModelServerInput = z.infer<typeof modelServerInput>;

export const modelInput = modelServerInput.extend({ model: modelId });
export const modelNameInput = z.object({ name: singleLine(1, limits.modelNameCharsMax) });
export const offeredModelsInput = z.object({
  provider: z.enum(modelProviderIds),
  models: z.array(modelId).min(1).max(50),
});
export const modelServerNameInput = z.object({ provider: z.enum(modelProviderIds) });

export const searchInput = z.object({
  provider: z.enum(searchProviderIds),
  /** Null: the provider's default. */
  url: address.nullable(),
  apiKey: secret,
});
export type SearchInput = z.infer<typeof searchInput>;

export const mailInput = z.object({
  host: singleLine(1, 253).refine((text) => /^[\w.:-]+$/.test(text), {
    error: 'must be the name of a server.',
  }),
  port: z.number().int().min(1).max(65_535),
  /** TLS from the start (port 465); otherwise STARTTLS if the server offers it. */
  tls: z.boolean(),
  user: singleLine(0, 254),
  password: secret,
  from: singleLine(3, 320).refine(
    (text) => /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text),
    { error: 'must be an address such as Jarvis <no-reply@example.org>.' },
  ),
});
export type MailInput = z.infer<typeof mailInput>;

/** The outcome of a request to an outside service: its result, or the failure. */
const outcome = <T extends z.ZodRawShape>(shape: T) =>
  z.union([
    z.object({ ok: z.literal(true), ...shape }),
    z.object({ ok: z.literal(false), failure: connectionFailure }),
  ]);

export const listedModelsOutput = outcome({ models: z.array(z.string()) });
export const testedModelOutput = outcome({ reply: z.string(), tookMs: z.number() });
export const testedSearchOutput = outcome({ titles: z.array(z.string()) });
export const testedMailOutput = outcome({ to: z.string() });

export const foundServersOutput = z.object({
  servers: z.array(z.object({ provider: z.enum(modelProviderIds) })),
});

/** The environment decides, or an operator in the browser, or nobody, so that the default applies. */
const decidedBy = z.enum(['environment', 'operator', 'nobody']);

export const connectionSettings = z.object({
  model: z.object({
    decidedBy,
    inUse: z.string(),
    builtin: z.boolean(),
    servers: z.array(
      z.object({
        provider: z.enum(modelProviderIds),
        baseUrl: z.string().nullable(),
        keyEnd: z.string().nullable(),
        /** The models that people may choose. */
        models: z.array(z.string()),
      }),
    ),
    failure: lastFailure,
  }),
  search: z.object({
    decidedBy,
    provider: z.enum(searchProviderIds).nullable(),
    url: z.string().nullable(),
    keyEnd: z.string().nullable(),
    failure: lastFailure,
  }),
  mail: z.object({
    decidedBy,
    /** The folder for mails without a mail server. */
    folder: z.string().nullable(),
    server: z
      .object({
        host: z.string(),
        port: z.number(),
        tls: z.boolean(),
        user: z.string(),
        from: z.string(),
        passwordEnd: z.string().nullable(),
      })
      .nullable(),
    failure: lastFailure,
  }),
});
export type ConnectionSettings = z.infer<typeof connectionSettings>;

/** The models that people may choose, the default first. */
export const offeredModelsOutput = z.object({ models: z.array(z.string()) });
