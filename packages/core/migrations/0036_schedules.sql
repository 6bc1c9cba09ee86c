CREATE TABLE "schedule_runs" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"state" text NOT NULL,
	"attempt" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"late" boolean NOT NULL,
	"conversation_id" uuid,
	"error" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"searches" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "schedule_runs_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"prompt" text NOT NULL,
	"start" text NOT NULL,
	"zone" text,
	"repeat" text,
	"next_local" text,
	"next_at" timestamp(3) with time zone,
	"state" text NOT NULL,
	"reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"web_search" boolean NOT NULL,
	"notify" text NOT NULL,
	"model" text,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "schedules_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "schedule_id" uuid;--> statement-breakpoint
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_runs_once" ON "schedule_runs" USING btree ("user_id","schedule_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_runs_running" ON "schedule_runs" USING btree ("user_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "schedule_runs_listed" ON "schedule_runs" USING btree ("user_id","schedule_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "schedule_runs_open" ON "schedule_runs" USING btree ("user_id","schedule_id") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "schedule_runs_lease_until" ON "schedule_runs" USING btree ("lease_until") WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX "schedule_runs_created_at" ON "schedule_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "schedules_next_at" ON "schedules" USING btree ("next_at") WHERE next_at is not null;