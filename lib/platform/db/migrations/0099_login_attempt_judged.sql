-- A try is judged after it is recorded: null says that it is not yet, or never was, where the server was stopped.
ALTER TABLE login_attempt ALTER COLUMN ok DROP NOT NULL;
