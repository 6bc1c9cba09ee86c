import { and, eq, inArray, sql, statement, type Values } from '@jarvis/database';
import { asInserted, type Builder, columns, columnsBut, newRow } from '../db/rows.ts';
import { installationSettings } from '../db/schema/installation.ts';

/** All settings, a handful of rows. */
export const selectSettings = statement((q) =>
  q
    .select(columns(installationSettings, 'name', 'value', 'secret', 'secretEnd', 'changedAt'))
    .from(installationSettings),
);

export type SettingRow = Awaited<ReturnType<typeof selectSettings>>[number];

type NewSetting = Omit<typeof installationSettings.$inferSelect, 'version' | 'changedAt'> & { now: string };

const inserted = (q: Builder, v: Values<NewSetting>) => {
  const row = newRow(installationSettings, v, { version: sql`gen_random_uuid()`, changedAt: v.now });
  return q.insert(installationSettings).values(row);
};
const replaced = {
  target: installationSettings.name,
  set: asInserted(columnsBut(installationSettings, 'name')),
};

export const upsertSetting = statement((q, v: Values<NewSetting>) =>
  inserted(q, v).onConflictDoUpdate(replaced),
);

/** Does nothing if the name exists. */
export const insertSetting = statement((q, v: Values<NewSetting>) => inserted(q, v).onConflictDoNothing());

/** Records a failure; a known one gets a new time only if it is older than `staleBefore`. */
export const upsertFailure = statement((q, v: Values<NewSetting & { readonly staleBefore: string }>) =>
  inserted(q, v).onConflictDoUpdate({
    ...replaced,
    setWhere: sql`${installationSettings.value} <> excluded.value or ${installationSettings.changedAt} < ${v.staleBefore}`,
  }),
);

/** Deletes a setting unless it has another secret by now. */
export const deleteSecret = statement((q, v: Values<{ name: string; secret: string }>) =>
  q
    .delete(installationSettings)
    .where(and(eq(installationSettings.name, v.name), eq(installationSettings.secret, v.secret))),
);

export const deleteSettings = statement((q, v: Values<{ names: readonly string[] }>) =>
  q
    .delete(installationSettings)
    .where(inArray(installationSettings.name, sql`(select unnest(${v.names}::text[]))`)),
);
