import { z } from 'zod';
import { defaults, limits } from '../limits.ts';
import { byId, described, id, shownText, tidyText, timestamp } from '../primitives/text.ts';

/** Specification: API key record. The key itself is never part of it. */
export const keyRecord = z
  .object({
    id: id(),
    name: described(z.string().max(limits.keyNameCharsMax), 'The purpose of the key.', 'Laptop'),
    prefix: shownText('The first characters of the key, to tell keys apart.', 'asst_3fKd92L'),
    createdAt: timestamp(),
    lastUsedAt: timestamp(
      'When the key was last used, at most a minute stale; null before its first use.',
    ).nullable(),
    revokedAt: timestamp('When the key was revoked; null while it is valid.')
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'ApiKey', description: 'A personal API key, without the key itself.' });
export type KeyRecord = z.infer<typeof keyRecord>;

export const createKeyInput = z.object({
  name: tidyText(0, limits.keyNameCharsMax)
    .optional()
    .meta({
      description: `The purpose of the key, up to ${limits.keyNameCharsMax} characters; \`${defaults.keyName}\` when it is missing or blank.`,
      examples: ['Laptop'],
    }),
});
export const keyById = byId('key');

export const keysOutput = z.object({ keys: z.array(keyRecord) });
export const createdKeyOutput = z
  .object({
    key: shownText(
      'The key itself. Store it now: it is never shown again.',
      'asst_3fKd92LmQx8sVbN1tYwR5uHcJ7aZpE0oGiXvB4nTkWq2DyC6r',
    ),
    ...keyRecord.pick({ id: true, name: true, prefix: true, createdAt: true }).shape,
  })
  .meta({ id: 'CreatedApiKey', description: 'A new key, shown only this once.' });
