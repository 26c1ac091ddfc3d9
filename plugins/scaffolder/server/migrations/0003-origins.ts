import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table origin (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      -- As a repository picker writes it: host?owner=…&repo=…
      repository text not null unique,
      -- The task may be removed before its repository is.
      task_id uuid,
      template_ref text not null,
      template_version text,
      title text not null,
      address text,
      contents_url text,
      -- Answers, user, ids and outputs of steps: what an upgrade is rendered with.
      run jsonb not null,
      -- The template and what it fetched, with their digests.
      parts jsonb not null,
      -- The files as they were published, compressed; null when they are not known.
      base bytea,
      created_by text,
      created_at timestamptz not null default now(),
      upgraded_at timestamptz,
      upgrade_task_id uuid,
      -- The pull request that was opened last, until it is merged or closed.
      request jsonb,
      request_base bytea)`.execute(db)
  await sql`create index origin_by_template on origin (template_ref, number desc)`.execute(db)
  await sql`create index origin_by_address on origin (address)`.execute(db)
  await sql`create index origin_by_task on origin (task_id)`.execute(db)
  await sql`
    create table template_part (
      kind text not null,
      target text not null,
      origin text,
      digest text not null,
      revision text,
      -- How many versions of it were seen.
      number int not null default 1,
      changed_at timestamptz not null default now(),
      checked_at timestamptz not null default now(),
      primary key (kind, target))`.execute(db)
  // What was made before: its files are not known.
  await sql`
    insert into origin (repository, task_id, template_ref, template_version, title, address, run, parts, created_by, created_at)
    select distinct on (e.title, e.address) coalesce(e.address, e.title), t.id, coalesce(t.template_ref, ''),
      t.spec #>> '{templateInfo,entity,metadata,etag}', e.title, e.address,
      jsonb_build_object('answers', t.spec->'parameters', 'user', coalesce(t.spec->'user', '{}'), 'steps', '[]'::jsonb, 'outputs', '{}'::jsonb),
      '[]'::jsonb, t.created_by, e.created_at
    from task_effect e join task t on t.id = e.task_id where e.kind = 'repository' and e.undone_at is null
    order by e.title, e.address, e.id desc
    on conflict do nothing`.execute(db)
}
