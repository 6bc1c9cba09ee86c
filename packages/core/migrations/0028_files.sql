CREATE TABLE "file_parts" (
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_parts_user_id_file_id_n_pk" PRIMARY KEY("user_id","file_id","n")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"bytes" bigint NOT NULL,
	"media_type" text,
	"sha256" text,
	"width" integer,
	"height" integer,
	"pages" integer,
	"text_state" text NOT NULL,
	"text_reason" text,
	"claimed_until" timestamp(3) with time zone,
	"tries" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"attached_at" timestamp(3) with time zone,
	CONSTRAINT "files_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "message_files" (
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"nth" integer NOT NULL,
	"conversation_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "message_files_user_id_message_id_nth_pk" PRIMARY KEY("user_id","message_id","nth")
);
--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_user_id_file_id_files_user_id_id_fk" FOREIGN KEY ("user_id","file_id") REFERENCES "public"."files"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_conversation_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_unattached" ON "files" USING btree ("created_at") WHERE attached_at is null;--> statement-breakpoint
CREATE INDEX "files_waiting" ON "files" USING btree ("created_at") WHERE text_state = 'waiting';--> statement-breakpoint
CREATE INDEX "message_files_of_conversation" ON "message_files" USING btree ("user_id","conversation_id");--> statement-breakpoint
CREATE INDEX "message_files_of_file" ON "message_files" USING btree ("user_id","file_id","message_id");
--> statement-breakpoint
-- Not compressed: what is large is so already, and a part of it is read without the rest.
ALTER TABLE "file_parts" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
