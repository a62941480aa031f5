-- A parcel that is not sent may be thrown away (lib/domains/archives/rules/mail.ts).
ALTER TABLE archive_mail ADD COLUMN voided_at timestamptz;
