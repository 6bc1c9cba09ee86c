CREATE TABLE "api_keys" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "api_keys_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"titled_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"last_message_at" timestamp(3) with time zone,
	"folded_title" text GENERATED ALWAYS AS (fold(title)) STORED,
	CONSTRAINT "conversations_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "identities_user_id_provider_subject_pk" PRIMARY KEY("user_id","provider","subject"),
	CONSTRAINT "identities_provider_subject" UNIQUE("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "lookups" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"query" text NOT NULL,
	"status" text NOT NULL,
	"result_count" integer NOT NULL,
	"error" text,
	"conversation_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "lookups_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "memories" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"content_key" text NOT NULL,
	"conversation_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "memories_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"policy_denied" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"extras" jsonb,
	"folded" text GENERATED ALWAYS AS (fold(content)) STORED,
	CONSTRAINT "messages_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"browser" text NOT NULL,
	"code_verifier" text NOT NULL,
	"nonce" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_windows_subject_name_pk" PRIMARY KEY("subject","name")
);
--> statement-breakpoint
CREATE TABLE "reset_tokens" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reset_tokens_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "reset_tokens_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "restricted_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"user_id" uuid NOT NULL,
	"id" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"signed_in_at" timestamp(3) with time zone NOT NULL,
	"user_agent" text,
	CONSTRAINT "sessions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp(3) with time zone,
	CONSTRAINT "tasks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"display_name" text NOT NULL,
	"preferred_language" text NOT NULL,
	"memory_enabled" boolean NOT NULL,
	"web_search_enabled" boolean NOT NULL,
	"display_name_change_prompt_disabled" boolean NOT NULL,
	"password_hash" text,
	"address_proven_at" timestamp(3) with time zone,
	"restricted_at" timestamp(3) with time zone,
	"restricted_reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "users_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_conversation_id_conversations_user_id_id_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_tokens" ADD CONSTRAINT "reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_listed" ON "conversations" USING btree ("user_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE last_message_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memories_content" ON "memories" USING btree ("user_id","content_key");--> statement-breakpoint
CREATE INDEX "memories_listed" ON "memories" USING btree ("user_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "messages_of_conversation" ON "messages" USING btree ("user_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("user_id",folded gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "oauth_states_expires_at" ON "oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_windows_started_at" ON "rate_windows" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "reset_tokens_expires_at" ON "reset_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("user_id","status","id" DESC NULLS LAST);