-- Statistics that list all accounts let the planner expect a single row of an account that is new since. A search then
-- computes the words of each of its rows, once for each word looked for, instead of reading the index of words: seconds,
-- for one manual. Nor may the planner expect that of a table with a single manual. So the accounts of these tables have
-- fixed statistics: a 50th of the table each, since no statement needs better ones. Before Postgres 18 they cannot be
-- set, nor present ones be removed; there new tables get none, which is taken for a 200th.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['memories', 'file_passages'] LOOP
    IF to_regproc('pg_restore_attribute_stats') IS NOT NULL THEN
      EXECUTE format('SELECT pg_clear_attribute_stats(current_schema()::text, %L, ''user_id'', false)', name);
      EXECUTE format(
        'SELECT pg_restore_attribute_stats(''schemaname'', current_schema()::text, ''relname'', %L::text,
           ''attname'', ''user_id''::text, ''inherited'', false, ''null_frac'', 0::real, ''avg_width'', 16,
           ''n_distinct'', 50::real)',
        name
      );
    ELSIF EXISTS (
      SELECT FROM pg_stats WHERE schemaname = current_schema() AND tablename = name AND attname = 'user_id'
    ) THEN
      CONTINUE;
    END IF;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN user_id SET STATISTICS 0', name);
  END LOOP;
END $$;--> statement-breakpoint
-- About what it takes: 0.2 ms for a passage.
ALTER FUNCTION recall_keys(uuid, uuid, text) COST 2000;--> statement-breakpoint
-- The search for conversations needs statistics of accounts: they are made anew before a new account has so many
-- messages that computing their words takes long.
ALTER TABLE messages SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 500);--> statement-breakpoint
-- No plan needs statistics of the words of passages, and making them takes seconds.
ALTER INDEX file_passages_words ALTER COLUMN 2 SET STATISTICS 0;
