-- One plan serves all accounts: it must be one for an account that has much. Where most have little, Postgres would
-- otherwise compute the keys of all messages of an account in place of looking them up. From the next ANALYZE on.
ALTER TABLE "messages" ALTER COLUMN "user_id" SET (n_distinct = -0.01);--> statement-breakpoint
ALTER TABLE "memories" ALTER COLUMN "user_id" SET (n_distinct = -0.01);
