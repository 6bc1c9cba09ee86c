-- Trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- Text without case and accents. unaccent() is only stable because its dictionary could be changed; naming
-- the dictionary makes the wrapper immutable in fact, so that it can be indexed.
CREATE FUNCTION fold(text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, normalize($1, NFC)));
