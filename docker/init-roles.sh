#!/bin/sh
# Makes the two roles and the database of docs/configuration.md, section "Your own PostgreSQL". The postgres image runs this once as the
# superuser, when its volume is empty. Needs psql 14 or newer.
set -e
: "${OWNER_PASSWORD:?must be set}" "${SERVICE_PASSWORD:?must be set}"

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE support_desk_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
CREATE ROLE support_desk_service LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'service_password';
GRANT pg_read_all_stats TO support_desk_service;
CREATE DATABASE support_desk OWNER support_desk_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE support_desk FROM PUBLIC;
GRANT CONNECT ON DATABASE support_desk TO support_desk_service;
SQL
