CREATE TABLE "begun_turns" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message" text NOT NULL,
	"replaces" uuid,
	"begun_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "begun_turns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "begun_turns" ADD CONSTRAINT "begun_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "begun_turns_begun_at" ON "begun_turns" USING btree ("begun_at");