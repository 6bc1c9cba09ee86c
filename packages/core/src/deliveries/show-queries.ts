import { and, asc, atMost, isNotNull, sql, statement } from '@jarvis/database';
import { deliveries } from '../db/schema/deliveries.ts';
import { outsideChannels } from './channels.ts';

const rowsMax = 500;

/** The deliveries of all accounts that are still tried, soonest first, counted up to a limit for each channel. */
export const selectBacklog = statement((q) => {
  const open = q
    .select({ state: deliveries.state, nextTryAt: deliveries.nextTryAt })
    .from(deliveries)
    .where(and(sql`${deliveries.channel} = ways.channel`, isNotNull(deliveries.nextTryAt)))
    .orderBy(asc(deliveries.nextTryAt))
    .limit(atMost(rowsMax))
    .as('open');
  return q
    .select({
      waiting: sql<number>`(count(*) filter (where ${open.state} = 'waiting'))::int`,
      failing: sql<number>`(count(*) filter (where ${open.state} = 'failed'))::int`,
      earliest: sql<string | null>`min(${open.nextTryAt})`,
    })
    .from(sql`unnest(${sql.raw(`array['${outsideChannels.join("','")}']`)}) as ways(channel)`)
    .crossJoinLateral(open);
});
