-- An event looks only at the waits it may concern; waits that are open already keep looking at every event of their name.
ALTER TABLE "engine_steps" ADD COLUMN "match_key" TEXT;
DROP INDEX "engine_steps_event_name_idx";
CREATE INDEX "engine_steps_event_name_match_key_idx" ON "engine_steps"("event_name", "match_key");
