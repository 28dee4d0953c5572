-- Makes the server's role and its database. The container of PostgreSQL runs this file with psql as its superuser, once, when
-- its data folder is still empty. The role may change its own database and nothing else of the cluster.

\getenv password MARKETPLACE_PASSWORD

create role marketplace login
  nosuperuser nocreatedb nocreaterole noreplication nobypassrls
  password :'password';

create database marketplace owner marketplace template template0 encoding 'UTF8';

-- PostgreSQL lets every role connect to every database unless it is told otherwise.
revoke all on database marketplace from public;
revoke all on database postgres from public;
revoke all on database template1 from public;
