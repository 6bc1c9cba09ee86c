CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"secret" text,
	"secret_end" text,
	"version" uuid NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Where accounts are already, the next one is not the first. Nobody becomes an operator by an update: `npm run admin --
-- accounts operator` says who is.
INSERT INTO "installation_settings" ("name", "value", "version", "changed_at")
SELECT 'first-account', '{}', gen_random_uuid(), now() WHERE EXISTS (SELECT FROM "users");
