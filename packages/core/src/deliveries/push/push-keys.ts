import { deleteSecret, insertSetting } from '../../connections/queries.ts';
import { pushSetting, settingOf } from '../../connections/stored.ts';
import { needsAnotherKey } from '../../ports/connections.ts';
import type { Deps } from '../../ports/deps.ts';
import type { PushKeys } from '../../ports/outside.ts';

type Keeping = Pick<Deps, 'db' | 'clock' | 'connectors' | 'push'>;

/**
 * The installation's key pair, made on first use. A pair that cannot be decrypted, because the installation was
 * restored with another key, is replaced; browsers then subscribe again when they next open the app.
 */
export async function pushKeys(deps: Keeping): Promise<PushKeys> {
  const { db, clock, connectors, push } = deps;
  const stored = await storedKeys(deps);
  if (stored && !('unreadable' in stored)) return stored;
  // Only this one: another caller may have replaced it.
  if (stored) await deleteSecret(db, { name: pushSetting, secret: stored.unreadable });
  const made = await push.newKeys();
  await insertSetting(db, {
    name: pushSetting,
    value: { publicKey: made.publicKey },
    secret: await connectors.secrets.seal(made.privateKey, pushSetting),
    secretEnd: null,
    now: clock.nowIso(),
  });
  // Another caller may have stored its pair first.
  const kept = await storedKeys(deps);
  if (!kept || 'unreadable' in kept) throw new Error('the keys for Web Push cannot be stored');
  return kept;
}

async function storedKeys({
  db,
  connectors,
}: Keeping): Promise<PushKeys | { readonly unreadable: string } | undefined> {
  const row = await settingOf(db, pushSetting);
  if (!row) return undefined;
  const secret = row.secret ?? '';
  try {
    const privateKey = await connectors.secrets.open(secret, pushSetting);
    return { publicKey: String(row.value.publicKey), privateKey };
  } catch (error) {
    if (!needsAnotherKey(error)) throw error;
    return { unreadable: secret };
  }
}
