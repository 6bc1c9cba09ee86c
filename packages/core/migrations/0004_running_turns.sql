CREATE TABLE "running_turns" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message" text NOT NULL,
	"text" text NOT NULL,
	"steps" jsonb NOT NULL,
	"outcome" jsonb,
	"stop_requested" boolean NOT NULL,
	"beat_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "running_turns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "running_turns" ADD CONSTRAINT "running_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "running_turns_of_conversation" ON "running_turns" USING btree ("user_id","conversation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "running_turns_beat_at" ON "running_turns" USING btree ("beat_at");--> statement-breakpoint
ALTER TABLE "running_turns" SET UNLOGGED;
