import { inArray, sql, statement, type Values } from '@jarvis/database';
import type { NewRow } from '../db/rows.ts';
import { installationSettings } from '../db/schema/installation.ts';

/** All settings, a handful of rows. */
export const selectSettings = statement((q) =>
  q
    .select({
      name: installationSettings.name,
      value: installationSettings.value,
      secret: installationSettings.secret,
      secretEnd: installationSettings.secretEnd,
      changedAt: installationSettings.changedAt,
    })
    .from(installationSettings),
);

export type SettingRow = Awaited<ReturnType<typeof selectSettings>>[number];

interface NewSetting {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly secret: string | null;
  readonly secretEnd: string | null;
  readonly version: string;
  readonly now: string;
}

export const upsertSetting = statement((q, v: Values<NewSetting>) =>
  q
    .insert(installationSettings)
    .values({
      name: v.name,
      value: v.value,
      secret: v.secret,
      secretEnd: v.secretEnd,
      version: v.version,
      changedAt: v.now,
    } satisfies NewRow<typeof installationSettings>)
    .onConflictDoUpdate({
      target: installationSettings.name,
      set: {
        value: sql`excluded.value`,
        secret: sql`excluded.secret`,
        secretEnd: sql`excluded.secret_end`,
        version: sql`excluded.version`,
        changedAt: sql`excluded.changed_at`,
      },
    }),
);

/** Does nothing if there is one of that name. */
export const insertSetting = statement((q, v: Values<NewSetting>) =>
  q
    .insert(installationSettings)
    .values({
      name: v.name,
      value: v.value,
      secret: v.secret,
      secretEnd: v.secretEnd,
      version: v.version,
      changedAt: v.now,
    } satisfies NewRow<typeof installationSettings>)
    .onConflictDoNothing(),
);

/** Records a failure; a known one gets a new time only if it is older than `staleBefore`. */
export const upsertFailure = statement(
  (q, v: Values<Pick<NewSetting, 'name' | 'value' | 'version' | 'now'> & { readonly staleBefore: string }>) =>
    q
      .insert(installationSettings)
      .values({
        name: v.name,
        value: v.value,
        secret: null,
        secretEnd: null,
        version: v.version,
        changedAt: v.now,
      } satisfies NewRow<typeof installationSettings>)
      .onConflictDoUpdate({
        target: installationSettings.name,
        set: { value: sql`excluded.value`, changedAt: sql`excluded.changed_at` },
        setWhere: sql`${installationSettings.value} <> excluded.value or ${installationSettings.changedAt} < ${v.staleBefore}`,
      }),
);

export const deleteSettings = statement((q, v: Values<{ names: readonly string[] }>) =>
  q
    .delete(installationSettings)
    .where(inArray(installationSettings.name, sql`(select unnest(${v.names}::text[]))`)),
);
