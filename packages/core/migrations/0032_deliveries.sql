CREATE TABLE "deliveries" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"notification_id" uuid,
	"also_ids" uuid[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"target" uuid NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempt" uuid,
	"next_try_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"host" text NOT NULL,
	"error" text,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "deliveries_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"host" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"name" text NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "push_subscriptions_endpoint_hash_unique" UNIQUE("endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"host" text NOT NULL,
	"kinds" text[] NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"disabled_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "webhooks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "day_time" text DEFAULT '09:00' NOT NULL;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "day_summary" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "quiet_until" text;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "channels" jsonb;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "lock_screen_titles" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "next_day_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "time_settings" ADD COLUMN "mail_confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_session_id_sessions_user_id_id_fk" FOREIGN KEY ("user_id","session_id") REFERENCES "public"."sessions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_once" ON "deliveries" USING btree ("user_id","notification_id","channel","target");--> statement-breakpoint
CREATE INDEX "deliveries_next_try_at" ON "deliveries" USING btree ("channel","next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_created_at" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_session" ON "push_subscriptions" USING btree ("user_id","session_id");