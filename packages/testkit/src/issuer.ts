import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const clientId = 'jarvis-client';
export const clientSecret = 'a secret of the client: & = + %';

/** A person at a provider. */
export interface Person {
  readonly id: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
}

export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the handler made for its address, on loopback. */
export async function serve(handlerOf: (url: string) => RequestListener): Promise<Running> {
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handler = handlerOf(url);
  return {
    url,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
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
    let issuer: Issuer | undefined;
    const people = new Map<string, Person>();
    const running = await serve((url) => {
      const provider = new Provider(url, {
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
      return (req, res) => {
        if (!req.url?.startsWith('/interaction/')) return callback(req, res);
        const { person } = issuer ?? { person: null };
        if (person) people.set(person.id, person);
        void provider.interactionFinished(
          req,
          res,
          person ? { login: { accountId: person.id } } : { error: 'access_denied' },
        );
      };
    });
    issuer = new Issuer(running);
    return issuer;
  }
}
