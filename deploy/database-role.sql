-- Creates the server's role and its database. The PostgreSQL container runs this file once, with psql as the superuser, when its
-- data folder is empty. The role owns its own database and has no other rights in the cluster.

\getenv password MARKETPLACE_PASSWORD

create role marketplace login
  nosuperuser nocreatedb nocreaterole noreplication nobypassrls
  password :'password';

create database marketplace owner marketplace template template0 encoding 'UTF8';

-- By default, PostgreSQL lets every role connect to every database.
revoke all on database marketplace from public;
revoke all on database postgres from public;
revoke all on database template1 from public;
