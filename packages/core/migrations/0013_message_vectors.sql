CREATE TABLE "message_vectors" (
	"user_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"model" text NOT NULL,
	"bits" bit(512) NOT NULL,
	"exact" "bytea" NOT NULL,
	CONSTRAINT "message_vectors_user_id_conversation_id_place_pk" PRIMARY KEY("user_id","conversation_id","place")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "embedded_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "embedding_model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "embed_next_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_vectors" ADD CONSTRAINT "message_vectors_user_id_conversation_id_conversations_user_id_id_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A question looks at the bits of many messages, and at all dimensions of few: those are kept out of the rows.
ALTER TABLE "message_vectors" ALTER COLUMN "exact" SET STORAGE EXTERNAL, ALTER COLUMN "bits" SET STORAGE PLAIN, ALTER COLUMN "model" SET STORAGE PLAIN, SET (toast_tuple_target = 128);
