#!/bin/sh
# The two roles and the database, as README.md, section "Your own PostgreSQL", has them. The postgres image runs this once,
# when its volume is empty; it connects as the superuser. Needs psql 14 or newer.
set -e
: "${OWNER_PASSWORD:?must be set}" "${SERVICE_PASSWORD:?must be set}"

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
CREATE ROLE support_desk_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
CREATE ROLE support_desk_service LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD :'service_password';
CREATE DATABASE support_desk OWNER support_desk_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE support_desk FROM PUBLIC;
GRANT CONNECT ON DATABASE support_desk TO support_desk_service;
SQL
