ALTER TABLE "messages" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "branch_messages" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now it was derived from this.
UPDATE "messages" SET "from_web" = true WHERE "extras" ? 'sources';--> statement-breakpoint
UPDATE "branch_messages" SET "from_web" = true WHERE "extras" ? 'sources';
