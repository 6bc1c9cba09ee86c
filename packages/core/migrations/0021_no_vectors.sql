-- Nothing reads vectors of messages any more (decisions/0006). The release before may still run beside this one, so the
-- table and the three columns of conversations stay for now, empty or by their defaults; a later release drops them.
TRUNCATE "message_vectors";--> statement-breakpoint
DROP INDEX IF EXISTS "conversations_to_embed";--> statement-breakpoint
DROP INDEX IF EXISTS "conversations_embedded";
