import type { Client } from 'openapi-fetch';
import { orThrow } from './errors.ts';
import type { components, paths } from './generated/api.ts';

export type StoredFile = components['schemas']['StoredFile'];

/** The size of a part, for the service and for proxies with a limit of 1 MB. */
const partBytes = 512 * 1024;

/** Stores a file part by part: a lost connection repeats one part. Throws JarvisError. */
export async function sendFile(
  api: Client<paths, 'application/json'>,
  name: string,
  content: Blob,
): Promise<StoredFile> {
  const query = { name, bytes: content.size };
  const { file } = await orThrow(api.POST('/api/files', { params: { query } }));
  const { id } = file;
  for (let n = 0; n * partBytes < content.size; n += 1) {
    const part = content.slice(n * partBytes, (n + 1) * partBytes);
    const sent = await api.PUT('/api/files/{id}/parts/{n}', {
      params: { path: { id, n } },
      headers: { 'Content-Type': 'application/octet-stream' },
      // The document has no type for bytes.
      body: '',
      bodySerializer: () => part,
    });
    if (!sent.response.ok) await orThrow(Promise.resolve(sent));
  }
  return (await orThrow(api.POST('/api/files/{id}/finish', { params: { path: { id } }, body: {} }))).file;
}
