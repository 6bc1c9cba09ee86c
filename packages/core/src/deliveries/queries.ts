import { type Delivery, delivery as shown } from '@jarvis/contract';
import { sql, statement, type Values } from '@jarvis/database';
import { type FieldsOf, isOwn, type Own, pick } from '../db/rows.ts';
import { deliveries } from '../db/schema/deliveries.ts';
import { newestFirst, selectOne } from '../db/statements.ts';

export const delivery = pick(deliveries, shown.shape) satisfies FieldsOf<Delivery>;

/** Without cleared ones. */
export const pageOfDeliveries = newestFirst<Delivery>(deliveries, delivery, sql`not ${deliveries.hidden}`);

export const selectDelivery = selectOne<Delivery>(deliveries, delivery);

/**
 * Clears ended deliveries: removes their targets; `.count` is their number. The rows stay for a month, because they
 * count towards the daily limit.
 */
export const clearDeliveries = statement((q, v: Values<Own>) =>
  q
    .update(deliveries)
    .set({ hidden: true, host: '', error: null })
    .where(isOwn(deliveries, v, sql`${deliveries.nextTryAt} is null and not ${deliveries.hidden}`)),
);
