-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Plan" AS ENUM ('free', 'pro');

-- CreateEnum
CREATE TYPE "SplitModel" AS ENUM ('vocals', 'fast', 'full');

-- CreateEnum
CREATE TYPE "SplitStatus" AS ENUM ('queued', 'processing', 'done', 'failed');

-- CreateEnum
CREATE TYPE "ItemStatus" AS ENUM ('queued', 'processing', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "Charge" AS ENUM ('allowance', 'credit');

-- CreateEnum
CREATE TYPE "SourceKind" AS ENUM ('url', 'stored');

-- CreateEnum
CREATE TYPE "FailureReason" AS ENUM ('limit_reached', 'plan_required', 'rate_limited', 'fetch_failed', 'url_not_public', 'unsupported_audio', 'file_too_large', 'audio_too_long', 'audio_too_short', 'separation_failed', 'interrupted', 'cancelled');

-- CreateEnum
CREATE TYPE "OAuthTokenKind" AS ENUM ('access', 'refresh');

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" TIMESTAMPTZ(3),
    "name" TEXT,
    "image" TEXT,
    "plan" "Plan" NOT NULL DEFAULT 'free',
    "credits" INTEGER NOT NULL DEFAULT 0,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_links" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,

    CONSTRAINT "provider_links_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "identifier" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("identifier","token_hash")
);

-- CreateTable
CREATE TABLE "pace_windows" (
    "subject" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "pace_windows_pkey" PRIMARY KEY ("subject","window_start")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "splits" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "status" "SplitStatus" NOT NULL DEFAULT 'queued',
    "model" "SplitModel" NOT NULL,
    "name" TEXT NOT NULL,
    "name_chosen" BOOLEAN NOT NULL,
    "source_kind" "SourceKind" NOT NULL,
    "source_url" TEXT,
    "source_key" TEXT,
    "source_bytes" BIGINT,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "eta_seconds" INTEGER,
    "reason" "FailureReason",
    "message" TEXT,
    "duration_seconds" DOUBLE PRECISION,
    "sample_count" INTEGER,
    "analysis" JSONB,
    "engine" TEXT,
    "charged" "Charge" NOT NULL,
    "batch_id" TEXT,
    "share_id" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "worker_url" TEXT,
    "report_sequence" INTEGER NOT NULL DEFAULT 0,
    "heartbeat_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "splits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stems" (
    "split_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "silent" BOOLEAN NOT NULL,
    "duration_seconds" DOUBLE PRECISION NOT NULL,
    "peak_dbfs" DOUBLE PRECISION,
    "loudness_lufs" DOUBLE PRECISION,

    CONSTRAINT "stems_pkey" PRIMARY KEY ("split_id","name")
);

-- CreateTable
CREATE TABLE "stem_files" (
    "split_id" TEXT NOT NULL,
    "stem" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "crc32" BIGINT NOT NULL,

    CONSTRAINT "stem_files_pkey" PRIMARY KEY ("split_id","stem","kind")
);

-- CreateTable
CREATE TABLE "split_events" (
    "id" BIGSERIAL NOT NULL,
    "split_id" TEXT NOT NULL,
    "status" "SplitStatus" NOT NULL,
    "progress" INTEGER NOT NULL,
    "eta_seconds" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "split_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "batches" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "model" "SplitModel" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "batch_items" (
    "batch_id" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "account_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "status" "ItemStatus" NOT NULL DEFAULT 'queued',
    "audio_url" TEXT NOT NULL,
    "name" TEXT,
    "model" "SplitModel" NOT NULL,
    "split_id" TEXT,
    "reason" "FailureReason",
    "message" TEXT,

    CONSTRAINT "batch_items_pkey" PRIMARY KEY ("batch_id","index")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "split_id" TEXT,
    "batch_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "submissions" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" "Charge" NOT NULL,
    "delta" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "split_id" TEXT,
    "note" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "model" "SplitModel" NOT NULL,
    "storage_key" TEXT NOT NULL,
    "storage_id" TEXT NOT NULL,
    "part_count" INTEGER NOT NULL,
    "split_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setlists" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "share_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setlists_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setlist_songs" (
    "setlist_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "split_id" TEXT NOT NULL,

    CONSTRAINT "setlist_songs_pkey" PRIMARY KEY ("setlist_id","position")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "storage_deletions" (
    "id" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "worker_url" TEXT,
    "job_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "storage_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dead_shares" (
    "share_hash" TEXT NOT NULL,
    "died_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dead_shares_pkey" PRIMARY KEY ("share_hash")
);

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "kind" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_requests" (
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "state" TEXT,
    "code_challenge" TEXT NOT NULL,
    "resource" TEXT,
    "csrf_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "resource" TEXT,
    "scope" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "code_hash" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "resource" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "oauth_tokens" (
    "token_hash" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "kind" "OAuthTokenKind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "agent_tasks" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "context_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "work_id" TEXT,
    "state" JSONB,
    "history" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts"("email");

-- CreateIndex
CREATE INDEX "provider_links_account_id_idx" ON "provider_links"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_account_id_last_seen_at_idx" ON "sessions"("account_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_links_expires_at_idx" ON "sign_in_links"("expires_at");

-- CreateIndex
CREATE INDEX "pace_windows_window_start_idx" ON "pace_windows"("window_start");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE INDEX "api_keys_account_id_created_at_idx" ON "api_keys"("account_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "splits_share_id_key" ON "splits"("share_id");

-- CreateIndex
CREATE INDEX "splits_account_id_id_idx" ON "splits"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "splits_account_id_status_id_idx" ON "splits"("account_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "splits_account_id_status_sequence_idx" ON "splits"("account_id", "status", "sequence");

-- CreateIndex
CREATE INDEX "splits_status_heartbeat_at_idx" ON "splits"("status", "heartbeat_at");

-- CreateIndex
CREATE INDEX "splits_batch_id_idx" ON "splits"("batch_id");

-- CreateIndex
CREATE UNIQUE INDEX "splits_account_id_sequence_key" ON "splits"("account_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "stems_split_id_position_key" ON "stems"("split_id", "position");

-- CreateIndex
CREATE INDEX "split_events_split_id_id_idx" ON "split_events"("split_id", "id");

-- CreateIndex
CREATE INDEX "split_events_created_at_idx" ON "split_events"("created_at");

-- CreateIndex
CREATE INDEX "batches_account_id_id_idx" ON "batches"("account_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "batch_items_split_id_key" ON "batch_items"("split_id");

-- CreateIndex
CREATE INDEX "batch_items_account_id_status_sequence_idx" ON "batch_items"("account_id", "status", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "batch_items_account_id_sequence_key" ON "batch_items"("account_id", "sequence");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "idempotency_keys_split_id_idx" ON "idempotency_keys"("split_id");

-- CreateIndex
CREATE INDEX "submissions_account_id_created_at_idx" ON "submissions"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "submissions_created_at_idx" ON "submissions"("created_at");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_kind_month_idx" ON "ledger_entries"("account_id", "kind", "month");

-- CreateIndex
CREATE INDEX "ledger_entries_split_id_idx" ON "ledger_entries"("split_id");

-- CreateIndex
CREATE UNIQUE INDEX "uploads_token_hash_key" ON "uploads"("token_hash");

-- CreateIndex
CREATE INDEX "uploads_account_id_created_at_idx" ON "uploads"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "setlists_share_id_key" ON "setlists"("share_id");

-- CreateIndex
CREATE INDEX "setlists_account_id_id_idx" ON "setlists"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "setlist_songs_split_id_idx" ON "setlist_songs"("split_id");

-- CreateIndex
CREATE INDEX "outbox_events_created_at_idx" ON "outbox_events"("created_at");

-- CreateIndex
CREATE INDEX "storage_deletions_not_before_idx" ON "storage_deletions"("not_before");

-- CreateIndex
CREATE INDEX "oauth_clients_last_used_at_idx" ON "oauth_clients"("last_used_at");

-- CreateIndex
CREATE INDEX "oauth_requests_account_id_idx" ON "oauth_requests"("account_id");

-- CreateIndex
CREATE INDEX "oauth_requests_client_id_idx" ON "oauth_requests"("client_id");

-- CreateIndex
CREATE INDEX "oauth_requests_expires_at_idx" ON "oauth_requests"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_grants_account_id_created_at_idx" ON "oauth_grants"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "oauth_codes_grant_id_idx" ON "oauth_codes"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_tokens_grant_id_idx" ON "oauth_tokens"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_tokens_expires_at_idx" ON "oauth_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "agent_tasks_account_id_id_idx" ON "agent_tasks"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "agent_tasks_work_id_idx" ON "agent_tasks"("work_id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_tasks_account_id_message_id_key" ON "agent_tasks"("account_id", "message_id");

-- AddForeignKey
ALTER TABLE "provider_links" ADD CONSTRAINT "provider_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "splits" ADD CONSTRAINT "splits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "splits" ADD CONSTRAINT "splits_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stems" ADD CONSTRAINT "stems_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stem_files" ADD CONSTRAINT "stem_files_split_id_stem_fkey" FOREIGN KEY ("split_id", "stem") REFERENCES "stems"("split_id", "name") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "split_events" ADD CONSTRAINT "split_events_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "splits"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setlists" ADD CONSTRAINT "setlists_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setlist_songs" ADD CONSTRAINT "setlist_songs_setlist_id_fkey" FOREIGN KEY ("setlist_id") REFERENCES "setlists"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "setlist_songs" ADD CONSTRAINT "setlist_songs_split_id_fkey" FOREIGN KEY ("split_id") REFERENCES "splits"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "oauth_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;



-- What Prisma's schema language cannot say.

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_credits_not_negative" CHECK ("credits" >= 0),
  ADD CONSTRAINT "accounts_email_lower_case" CHECK ("email" = lower("email"));

ALTER TABLE "splits"
  ADD CONSTRAINT "splits_progress_range" CHECK ("progress" BETWEEN 0 AND 100),
  ADD CONSTRAINT "splits_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
  ADD CONSTRAINT "splits_one_source" CHECK (
    ("source_kind" = 'url' AND "source_url" IS NOT NULL) OR ("source_kind" = 'stored' AND "source_key" IS NOT NULL)),
  ADD CONSTRAINT "splits_failed_has_reason" CHECK (("status" = 'failed') = ("reason" IS NOT NULL)),
  ADD CONSTRAINT "splits_ended_has_time" CHECK (("status" IN ('done', 'failed')) = ("completed_at" IS NOT NULL)),
  ADD CONSTRAINT "splits_done_is_whole" CHECK ("status" <> 'done' OR ("progress" = 100 AND "duration_seconds" IS NOT NULL));

ALTER TABLE "batch_items"
  ADD CONSTRAINT "batch_items_index_range" CHECK ("index" BETWEEN 0 AND 9),
  ADD CONSTRAINT "batch_items_failed_has_reason" CHECK ("status" <> 'failed' OR "reason" IS NOT NULL);

ALTER TABLE "ledger_entries"
  ADD CONSTRAINT "ledger_entries_delta_not_zero" CHECK ("delta" <> 0),
  ADD CONSTRAINT "ledger_entries_month_start" CHECK (extract(day FROM "month") = 1);

-- A song is charged once and given back at most once, whoever races.
CREATE UNIQUE INDEX "ledger_entries_charge_once" ON "ledger_entries" ("split_id", "kind", sign("delta"::numeric)) WHERE "split_id" IS NOT NULL;

ALTER TABLE "idempotency_keys"
  ADD CONSTRAINT "idempotency_keys_length" CHECK (char_length("key") BETWEEN 16 AND 64);

ALTER TABLE "setlists"
  ADD CONSTRAINT "setlists_title_length" CHECK (char_length("title") BETWEEN 1 AND 200);

ALTER TABLE "uploads"
  ADD CONSTRAINT "uploads_size_range" CHECK ("size" > 0 AND "part_count" > 0);

-- Entries of the ledger are never changed; they leave only with their account.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "split_events_append_only" BEFORE UPDATE ON "split_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();

-- Long polls and live pages listen for this instead of asking again and again.
CREATE FUNCTION "tell_split_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('split_event', NEW."split_id");
  RETURN NEW;
END $$;
CREATE TRIGGER "split_events_tell" AFTER INSERT ON "split_events"
  FOR EACH ROW EXECUTE FUNCTION "tell_split_event"();
