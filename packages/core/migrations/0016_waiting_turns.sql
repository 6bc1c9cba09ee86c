CREATE TABLE "waiting_turns" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid,
	"follows" uuid,
	"said" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "waiting_turns_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "waiting_turns" ADD CONSTRAINT "waiting_turns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_turns" ADD CONSTRAINT "waiting_turns_conversation_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_turns_of_conversation" ON "waiting_turns" USING btree ("user_id","conversation_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "waiting_turns_created_at" ON "waiting_turns" USING btree ("created_at");