#!/bin/sh
# Runs once, in an empty PostgreSQL of compose.yaml: an account that owns its database and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v password="$NLOS_PASSWORD" <<'SQL'
CREATE ROLE nlos LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE nlos OWNER nlos;
SQL
