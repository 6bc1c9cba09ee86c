ALTER TABLE "memories" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "from_web" boolean DEFAULT false NOT NULL;