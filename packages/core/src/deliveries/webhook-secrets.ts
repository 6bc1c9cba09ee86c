import type { Deps } from '../ports/deps.ts';
import type { WebhookRow } from './webhook-queries.ts';

/** The encryption's purpose, bound to this webhook. */
export const purposeOf = (id: string, part: 'url' | 'secret') => `webhook ${id} ${part}`;

/** Throws ConnectionFailed when this installation has another key. */
export async function openWebhook(
  { connectors: { secrets } }: Pick<Deps, 'connectors'>,
  { id, url, secret }: Pick<WebhookRow, 'id' | 'url' | 'secret'>,
): Promise<{ url: string; secret: string }> {
  return {
    url: await secrets.open(url, purposeOf(id, 'url')),
    secret: await secrets.open(secret, purposeOf(id, 'secret')),
  };
}
