ALTER TABLE "idempotency_keys" ADD COLUMN "about" uuid;
