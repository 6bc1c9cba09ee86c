ALTER TABLE "users" ADD COLUMN "custom_instructions" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "custom_instructions_enabled" boolean DEFAULT true NOT NULL;