-- Until the column came, the mark was derived from this. Apart from it: no table is locked while rows are written.
UPDATE "messages" SET "from_web" = true WHERE "extras" ? 'sources' AND NOT "from_web";--> statement-breakpoint
UPDATE "branch_messages" SET "from_web" = true WHERE "extras" ? 'sources' AND NOT "from_web";
