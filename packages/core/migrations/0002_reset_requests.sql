CREATE TABLE "reset_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_key" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"next_try_at" timestamp(3) with time zone NOT NULL,
	"tries" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reset_requests_next_try_at" ON "reset_requests" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "reset_requests_email_key" ON "reset_requests" USING btree ("email_key");