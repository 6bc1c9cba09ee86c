CREATE TABLE "time_settings" (
	"user_id" uuid NOT NULL,
	"time_zone" text,
	"zone_told_by" text,
	CONSTRAINT "time_settings_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "due_date" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "due_time" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "due_zone" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat_start" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "repeat_after_done" boolean;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "follows" uuid;--> statement-breakpoint
ALTER TABLE "time_settings" ADD CONSTRAINT "time_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;