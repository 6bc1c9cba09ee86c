-- Indexes on tables that have rows when they come: built after the migrations, one by one, so that nobody's writes
-- wait (packages/database/README.md says how).
CREATE INDEX CONCURRENTLY "conversations_empty" ON "conversations" USING btree ("updated_at") WHERE last_message_at is null;
CREATE INDEX CONCURRENTLY "memories_recall" ON "memories" USING gin (recall_keys(user_id, null, fold(content)));
CREATE UNIQUE INDEX CONCURRENTLY "messages_of_conversation" ON "messages" USING btree ("user_id","conversation_id","place");
CREATE INDEX CONCURRENTLY "messages_recall" ON "messages" USING gin (recall_keys(user_id, conversation_id, folded)) WITH (fastupdate=false);
CREATE INDEX CONCURRENTLY "idempotency_keys_about" ON "idempotency_keys" USING btree ("user_id","about") WHERE about is not null;
