CREATE TABLE "grant_tokens" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"grant_id" uuid,
	"asked" jsonb,
	"came_of" text,
	"used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "grant_tokens_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "grant_tokens_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"client_host" text,
	"redirect_uri" text NOT NULL,
	"scopes" text[] NOT NULL,
	"connected_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "grants_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "grant_tokens" ADD CONSTRAINT "grant_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_tokens" ADD CONSTRAINT "grant_tokens_user_id_grant_id_grants_user_id_id_fk" FOREIGN KEY ("user_id","grant_id") REFERENCES "public"."grants"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grant_tokens_grant" ON "grant_tokens" USING btree ("user_id","grant_id");--> statement-breakpoint
CREATE INDEX "grant_tokens_came_of" ON "grant_tokens" USING btree ("user_id","came_of");--> statement-breakpoint
CREATE INDEX "grant_tokens_expires_at" ON "grant_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "grants_connected_at" ON "grants" USING btree ("connected_at");