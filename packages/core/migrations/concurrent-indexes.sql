-- Indexes on tables that have rows when they come: built after the migrations, one by one, so that nobody's writes
-- wait (packages/database/README.md says how).
CREATE INDEX CONCURRENTLY "conversations_empty" ON "conversations" USING btree ("updated_at") WHERE last_message_at is null;
CREATE INDEX CONCURRENTLY "conversations_listed_single" ON "conversations" USING btree ("user_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE last_message_at is not null and schedule_id is null;
CREATE INDEX CONCURRENTLY "conversations_of_schedule" ON "conversations" USING btree ("user_id","schedule_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE last_message_at is not null and schedule_id is not null;
CREATE INDEX CONCURRENTLY "memories_words" ON "memories" USING gin ("user_id",recall_keys(user_id, null, fold(content)));
CREATE UNIQUE INDEX CONCURRENTLY "messages_of_conversation" ON "messages" USING btree ("user_id","conversation_id","place");
CREATE INDEX CONCURRENTLY "messages_words" ON "messages" USING gin ("user_id",recall_keys(user_id, conversation_id, folded)) WITH (fastupdate=false);
CREATE INDEX CONCURRENTLY "idempotency_keys_about" ON "idempotency_keys" USING btree ("user_id","about") WHERE about is not null;
CREATE INDEX CONCURRENTLY "tasks_due" ON "tasks" USING btree ("user_id","due_at","id") WHERE status = 'open' and due_at is not null;
CREATE UNIQUE INDEX CONCURRENTLY "tasks_follows" ON "tasks" USING btree ("user_id","follows") WHERE follows is not null;
CREATE INDEX CONCURRENTLY "time_settings_next_day_at" ON "time_settings" USING btree ("next_day_at") WHERE next_day_at is not null;
CREATE INDEX CONCURRENTLY "users_operators" ON "users" USING btree ("id") WHERE operator;
-- Without its index the recall of the version before gives up soon, and its turns go on. Without "memories_recall" they
-- would read all memories: the version after this one drops that index here.
DROP INDEX CONCURRENTLY IF EXISTS "messages_recall";
