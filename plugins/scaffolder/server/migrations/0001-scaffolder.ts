import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table task (
      id uuid primary key,
      number bigint generated always as identity unique,
      template_ref text,
      spec jsonb not null,
      status text not null default 'open',
      created_by text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      last_heartbeat_at timestamptz,
      -- Secrets and who asked for it, encrypted; null when they are wiped.
      sealed bytea,
      -- What the run has done so far, encrypted: outputs may hold secrets.
      state bytea,
      -- Who may write about the run; a server whose claim is another's has lost it.
      claim uuid,
      waiting jsonb,
      wait_details jsonb,
      hook_digest bytea unique,
      -- Events up to here are hidden: the run was started over.
      hidden_until bigint not null default 0,
      is_cancelled boolean not null default false,
      is_retried boolean not null default false)`.execute(db)
  await sql`create index task_by_owner on task (created_by, status, number desc)`.execute(db)
  await sql`create index task_by_status on task (status, number desc)`.execute(db)
  await sql`create index task_by_template on task (template_ref, number desc)`.execute(db)
  await sql`create index task_waiting on task (number) where waiting is not null`.execute(db)
  await sql`create index task_ended on task (finished_at) where finished_at is not null`.execute(db)
  await sql`
    create table task_event (
      id bigint generated always as identity primary key,
      task_id uuid not null references task on delete cascade,
      type text not null,
      body jsonb not null,
      created_at timestamptz not null default now())`.execute(db)
  await sql`create index task_event_by_task on task_event (task_id, id)`.execute(db)
  await sql`
    create table task_workspace (
      task_id uuid primary key references task on delete cascade,
      archive bytea not null,
      changed_at timestamptz not null default now())`.execute(db)
  await sql`
    create table task_effect (
      id bigint generated always as identity primary key,
      task_id uuid not null references task on delete cascade,
      step_id text not null,
      action text not null,
      kind text not null,
      title text not null,
      address text,
      undo jsonb,
      created_at timestamptz not null default now(),
      undone_at timestamptz,
      undo_error text)`.execute(db)
  await sql`create index task_effect_by_task on task_effect (task_id, id)`.execute(db)
  await sql`create table encryption_key (id int primary key check (id = 1), key bytea not null)`.execute(db)
}
