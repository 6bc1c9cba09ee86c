DROP INDEX "messages_of_conversation";--> statement-breakpoint
DROP INDEX "messages_recall";--> statement-breakpoint
DROP FUNCTION recall_keys(uuid, uuid, uuid, text, text);--> statement-breakpoint
-- The order of messages within a conversation is a number, because clocks may step back or differ by machine.
ALTER TABLE "conversations" ADD COLUMN "message_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "place" integer;--> statement-breakpoint
UPDATE messages SET place = numbered.place
FROM (
  SELECT user_id, id, row_number() OVER (PARTITION BY user_id, conversation_id ORDER BY id) AS place FROM messages
) AS numbered
WHERE messages.user_id = numbered.user_id AND messages.id = numbered.id;--> statement-breakpoint
UPDATE conversations SET message_count = counted.messages
FROM (SELECT user_id, conversation_id, count(*) AS messages FROM messages GROUP BY user_id, conversation_id) AS counted
WHERE conversations.user_id = counted.user_id AND conversations.id = counted.conversation_id;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "place" SET NOT NULL;--> statement-breakpoint
-- The keys of a folded text in the indexes below: each of its words, preceded by the end of its account's id (so that
-- one account's words lie together and a common word of others costs nothing), and its conversation. A word is made
-- alike in spelling across the languages (ck, ph, ae, double letters), cut to six letters and freed of its ending, so
-- that "Schwester" and "Schwestern", "cane" and "cani", "allergic" and "Allergie" are one.
CREATE FUNCTION recall_keys(owner uuid, conversation uuid, folded text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500
  RETURN array_to_tsvector(
    ARRAY(
      SELECT right(owner::text, 8) || regexp_replace(left(word, 6), '(?<=^.{3,})(ern|e[nmrs]?|i?[aeio])$', '')
      FROM unnest(string_to_array(
        translate(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
            array_to_string(tsvector_to_array(to_tsvector('recall', left(folded, 4000))), ' '),
          'sch', 's'), 'ch', 'k'), 'ck', 'k'), 'ph', 'f'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
          'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'),
          'pp', 'p'), 'rr', 'r'), 'ss', 's'), 'tt', 't'), 'zz', 'z'),
        'cy-', 'ki'),
      ' ')) AS word
    )
    || CASE WHEN conversation IS NULL THEN '{}'::text[] ELSE ARRAY['#' || right(conversation::text, 12)] END
  );