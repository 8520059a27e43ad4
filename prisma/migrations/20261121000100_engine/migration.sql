-- CreateTable
CREATE TABLE "engine_events" (
    "id" BIGSERIAL NOT NULL,
    "payload" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_seen" (
    "scope" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_seen_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "engine_runs" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "event" TEXT NOT NULL,
    "output" TEXT,
    "parent_run" TEXT,
    "parent_step" TEXT,
    "limit_keys" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_steps" (
    "run_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "op" TEXT NOT NULL,
    "done" BOOLEAN NOT NULL DEFAULT false,
    "memo" TEXT,
    "place" INTEGER,
    "race" BOOLEAN NOT NULL DEFAULT false,
    "event_name" TEXT,
    "expression" TEXT,

    CONSTRAINT "engine_steps_pkey" PRIMARY KEY ("run_id","hash")
);

-- CreateTable
CREATE TABLE "engine_tasks" (
    "id" BIGSERIAL NOT NULL,
    "run_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "again" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "lease_token" TEXT,
    "limit_keys" TEXT[],

    CONSTRAINT "engine_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "engine_seen_seen_at_idx" ON "engine_seen"("seen_at");

-- CreateIndex
CREATE INDEX "engine_runs_function_id_status_idx" ON "engine_runs"("function_id", "status");

-- CreateIndex
CREATE INDEX "engine_runs_ended_at_idx" ON "engine_runs"("ended_at");

-- CreateIndex
CREATE INDEX "engine_steps_event_name_idx" ON "engine_steps"("event_name");

-- CreateIndex
CREATE INDEX "engine_tasks_due_at_idx" ON "engine_tasks"("due_at");

-- CreateIndex
CREATE INDEX "engine_tasks_leased_until_idx" ON "engine_tasks"("leased_until");

-- CreateIndex
CREATE UNIQUE INDEX "engine_tasks_run_id_kind_step_key" ON "engine_tasks"("run_id", "kind", "step");

-- AddForeignKey
ALTER TABLE "engine_steps" ADD CONSTRAINT "engine_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_tasks" ADD CONSTRAINT "engine_tasks_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "engine_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
ALTER TABLE "engine_runs"
  ADD CONSTRAINT "engine_runs_status" CHECK ("status" IN ('running', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT "engine_runs_ended_has_time" CHECK (("status" = 'running') = ("ended_at" IS NULL));
ALTER TABLE "engine_tasks"
  ADD CONSTRAINT "engine_tasks_kind" CHECK ("kind" IN ('discover', 'step', 'wake'));

-- Every engine process listens; new events and tasks are looked at without waiting for the next poll.
CREATE FUNCTION "tell_engine_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('engine_work', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "engine_events_tell" AFTER INSERT ON "engine_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_engine_work"();
CREATE TRIGGER "engine_tasks_tell" AFTER INSERT ON "engine_tasks"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_engine_work"();
