CREATE TABLE "stored_turns" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"reply_id" uuid NOT NULL,
	"replaces" uuid,
	"stored_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "stored_turns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "stored_turns" ADD CONSTRAINT "stored_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_turns_stored_at" ON "stored_turns" USING btree ("stored_at");