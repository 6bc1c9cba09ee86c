ALTER TABLE "begun_turns" ADD COLUMN "files" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "running_turns" ADD COLUMN "files" uuid[] DEFAULT '{}' NOT NULL;