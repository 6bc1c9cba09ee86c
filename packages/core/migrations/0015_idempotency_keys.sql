CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"request" text NOT NULL,
	"attempt" uuid NOT NULL,
	"attempt_ends_at" timestamp(3) with time zone NOT NULL,
	"changing" boolean NOT NULL,
	"outcome" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");