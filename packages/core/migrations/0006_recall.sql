-- How messages are read into words for recall: function words of three languages are dropped, accents too, and
-- English endings. The dictionaries come with Postgres.
CREATE TEXT SEARCH DICTIONARY recall_stop_german (TEMPLATE = pg_catalog.simple, STOPWORDS = german, ACCEPT = false);--> statement-breakpoint
CREATE TEXT SEARCH DICTIONARY recall_stop_italian (TEMPLATE = pg_catalog.simple, STOPWORDS = italian, ACCEPT = false);--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION recall (COPY = pg_catalog.english);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION recall
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part
  WITH recall_stop_german, recall_stop_italian, unaccent, english_stem;--> statement-breakpoint
-- The keys of a message in the index below: each of its words, preceded by the end of its account's id (so that
-- one account's words lie together and a common word of others costs nothing), and its conversation. A word is
-- made alike in spelling across the languages (ck, ph, ae, double letters), cut to six letters and freed of its
-- ending, so that "Schwester" and "Schwestern", "cane" and "cani", "allergic" and "Allergie" are one. What a person
-- states rather than asks has its words marked !, for facts are found there. One message in 128 has each word a
-- second time, marked ~: their number tells how common a word is, without reading them all.
CREATE FUNCTION recall_keys(owner uuid, conversation uuid, id uuid, role text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500
  RETURN array_to_tsvector(
    ARRAY(
      SELECT mark || regexp_replace(left(word, 6), '(?<=^.{3,})(ern|e[nmrs]?|i?[aeio])$', '')
      FROM unnest(string_to_array(
        translate(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
            array_to_string(tsvector_to_array(to_tsvector('recall', left(normalize(content, NFC), 4000))), ' '),
          'sch', 's'), 'ch', 'k'), 'ck', 'k'), 'ph', 'f'), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'),
          'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'),
          'pp', 'p'), 'rr', 'r'), 'ss', 's'), 'tt', 't'), 'zz', 'z'),
        'cy-', 'ki'),
      ' ')) AS word,
      unnest(
        ARRAY[right(owner::text, 8) || CASE WHEN role = 'user' AND right(rtrim(content), 1) <> '?' THEN '!' ELSE '' END]
        || CASE WHEN uuid_hash(id) & 127 = 0 THEN ARRAY[right(owner::text, 8) || '~'] ELSE '{}'::text[] END
      ) AS mark
    )
    || CASE WHEN conversation IS NULL THEN '{}'::text[] ELSE ARRAY['#' || right(conversation::text, 12)] END
  );--> statement-breakpoint
CREATE INDEX "messages_recall" ON "messages" USING gin (recall_keys(user_id, conversation_id, id, role, content)) WITH (fastupdate=false);
