CREATE TABLE "file_passages" (
	"user_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"page" integer NOT NULL,
	"content" text NOT NULL,
	"folded" text GENERATED ALWAYS AS (fold(content)) STORED,
	CONSTRAINT "file_passages_user_id_file_id_place_pk" PRIMARY KEY("user_id","file_id","place")
);
--> statement-breakpoint
ALTER TABLE "file_passages" ADD CONSTRAINT "file_passages_user_id_file_id_files_user_id_id_fk" FOREIGN KEY ("user_id","file_id") REFERENCES "public"."files"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_passages_words" ON "file_passages" USING gin ("user_id",recall_keys(user_id, file_id, folded)) WITH (fastupdate=false);