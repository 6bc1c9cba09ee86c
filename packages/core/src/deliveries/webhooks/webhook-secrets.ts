import type { Connectors } from '../../ports/connections.ts';
import type { WebhookRow } from './webhook-queries.ts';

/** The encryption's purpose, bound to this webhook. */
export const purposeOf = (id: string, part: 'url' | 'secret') => `webhook ${id} ${part}`;

/** Throws ConnectionFailed when this installation has another key. */
export async function openWebhook(
  { connectors: { secrets } }: { readonly connectors: Pick<Connectors, 'secrets'> },
  { id, url, secret }: Pick<WebhookRow, 'id' | 'url' | 'secret'>,
): Promise<{ url: string; secret: string }> {
  return {
    url: await secrets.open(url, purposeOf(id, 'url')),
    secret: await secrets.open(secret, purposeOf(id, 'secret')),
  };
}
