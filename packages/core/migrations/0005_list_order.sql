DROP INDEX "conversations_listed";--> statement-breakpoint
DROP INDEX "memories_listed";--> statement-breakpoint
DROP INDEX "running_turns_of_conversation";--> statement-breakpoint
DROP INDEX "tasks_by_status";--> statement-breakpoint
CREATE INDEX "conversations_listed" ON "conversations" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE last_message_at is not null;--> statement-breakpoint
CREATE INDEX "memories_listed" ON "memories" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "running_turns_of_conversation" ON "running_turns" USING btree ("user_id","conversation_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("user_id","status","id" DESC NULLS FIRST);