-- The parts of an unfinished upload lie where only the storage adapter finds them, under its own name of the upload.
ALTER TABLE "storage_deletions" ADD COLUMN "upload_id" TEXT, ADD COLUMN "upload_key" TEXT;
