-- Entries of the ledger leave only with their account: by then its row is gone, and the foreign key removes them.
CREATE FUNCTION "refuse_removal_from_ledger"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' OR EXISTS (SELECT 1 FROM "accounts" WHERE "id" = OLD."account_id") THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "ledger_entries_kept" BEFORE DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_removal_from_ledger"();
CREATE TRIGGER "ledger_entries_never_emptied" BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal_from_ledger"();
