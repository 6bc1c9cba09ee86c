CREATE TABLE "branch_messages" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"parent_id" uuid,
	"place" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"policy_denied" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"extras" jsonb,
	CONSTRAINT "branch_messages_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "line_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "running_turns" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "branch_messages" ADD CONSTRAINT "branch_messages_user_id_conversation_id_conversations_user_id_id_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "branch_messages_of_conversation" ON "branch_messages" USING btree ("user_id","conversation_id","place");--> statement-breakpoint
CREATE INDEX "branch_messages_of_branch" ON "branch_messages" USING btree ("user_id","branch_id","place");--> statement-breakpoint
CREATE INDEX "branch_heads" ON "branch_messages" USING btree ("user_id","conversation_id","place" DESC NULLS FIRST) WHERE id = branch_id;