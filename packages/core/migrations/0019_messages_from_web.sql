ALTER TABLE "messages" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "branch_messages" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;
