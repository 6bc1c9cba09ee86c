CREATE TABLE "stored_texts" (
	"user_id" uuid NOT NULL,
	"bytes" bigint NOT NULL,
	"measured_at" timestamp(3) with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "stored_texts_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "stored_texts" ADD CONSTRAINT "stored_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_texts_measured_at" ON "stored_texts" USING btree ("measured_at");