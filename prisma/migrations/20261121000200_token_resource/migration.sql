-- A refresh may ask for a token that is narrower than its grant (RFC 8707 section 2.2), so each token knows its own resource.
ALTER TABLE "oauth_tokens" ADD COLUMN "resource" TEXT;
UPDATE "oauth_tokens" SET "resource" = "oauth_grants"."resource" FROM "oauth_grants" WHERE "oauth_grants"."id" = "oauth_tokens"."grant_id";
