-- Task ids carry the prefix of their work, so they do not sort by age; lists need the time.
DROP INDEX "agent_tasks_account_id_id_idx";
CREATE INDEX "agent_tasks_account_id_created_at_id_idx" ON "agent_tasks"("account_id", "created_at" DESC, "id" DESC);
