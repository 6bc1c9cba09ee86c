-- The tables of assembled.ts, with the indexes and references that better-auth's guide gives them.
create table "user" (id text primary key, name text not null, email text not null unique,
  email_verified boolean default false not null, image text,
  created_at timestamp default now() not null, updated_at timestamp default now() not null);
create table session (id text primary key, expires_at timestamp not null, token text not null unique,
  created_at timestamp default now() not null, updated_at timestamp not null, ip_address text, user_agent text,
  user_id text not null references "user" (id) on delete cascade);
create index session_of on session (user_id);
create table account (id text primary key, account_id text not null, provider_id text not null,
  user_id text not null references "user" (id) on delete cascade, access_token text, refresh_token text,
  id_token text, access_token_expires_at timestamp, refresh_token_expires_at timestamp, scope text, password text,
  created_at timestamp default now() not null, updated_at timestamp not null);
create index account_of on account (user_id);
create table verification (id text primary key, identifier text not null, value text not null,
  expires_at timestamp not null, created_at timestamp default now() not null,
  updated_at timestamp default now() not null);
create table apikey (id text primary key, config_id text not null default 'default', name text, start text,
  reference_id text not null, prefix text, key text not null, refill_interval integer, refill_amount integer,
  last_refill_at timestamp, enabled boolean default true, rate_limit_enabled boolean default true,
  rate_limit_time_window integer, rate_limit_max integer, request_count integer default 0, remaining integer,
  last_request timestamp, expires_at timestamp, created_at timestamp not null, updated_at timestamp not null,
  permissions text, metadata text);
create index apikey_config on apikey (config_id);
create index apikey_reference on apikey (reference_id);
create index apikey_key on apikey (key);
create table tasks (id text primary key, user_id text not null, title text not null, status text not null,
  created_by text not null, created_at timestamp(3) not null, updated_at timestamp(3) not null,
  completed_at timestamp(3));
create index tasks_of on tasks (user_id, id);
create table conversations (id text primary key, user_id text not null, title text not null,
  created_at timestamp(3) not null, updated_at timestamp(3) not null);
create index conversations_of on conversations (user_id, updated_at, id);
create table rate_windows (user_id text primary key, started_at timestamp(3) not null, count integer not null);
