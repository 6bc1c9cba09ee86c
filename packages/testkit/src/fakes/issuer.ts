import type { RequestListener } from 'node:http';
import Provider from 'oidc-provider';
import { type Running, serve } from './serve.ts';

export const clientId = 'jarvis-client';
export const clientSecret = 'a secret of the client: & = + %';

/** A person at a provider. */
export interface Person {
  readonly id: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
}

/** A certified OpenID provider on loopback; every visitor is `person` and agrees, or refuses if it is null. */
export class Issuer {
  person: Person | null = null;
  readonly url: string;
  readonly close: () => Promise<void>;

  private constructor({ url, close }: Running) {
    this.url = url;
    this.close = close;
  }

  static async start(redirectUri: string): Promise<Issuer> {
    const people = new Map<string, Person>();
    let handler: RequestListener | undefined;
    const running = await serve((req, res) => handler?.(req, res));
    const issuer = new Issuer(running);
    const provider = new Provider(running.url, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
      pkce: { required: () => true },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => {
          const { email, emailVerified, name } = people.get(id) ?? { id };
          return { sub: id, email, email_verified: emailVerified, name };
        },
      }),
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId,
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      cookies: { keys: ['k'] },
    });
    const callback = provider.callback();
    handler = (req, res) => {
      if (!req.url?.startsWith('/interaction/')) return callback(req, res);
      const { person } = issuer;
      if (person) people.set(person.id, person);
      void provider.interactionFinished(
        req,
        res,
        person ? { login: { accountId: person.id } } : { error: 'access_denied' },
      );
    };
    return issuer;
  }
}
