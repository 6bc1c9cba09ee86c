CREATE TABLE "changes" (
	"user_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"version" bigint NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "changes_user_id_topic_pk" PRIMARY KEY("user_id","topic")
);
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" SET UNLOGGED;
