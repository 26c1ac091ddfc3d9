import { sql, type Kysely } from 'kysely'

/** Workspaces may be in a bucket: the row then says where. What no row refers to is written down until its object is removed. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table task_workspace alter column archive drop not null, add column place text,
    add constraint task_workspace_is_somewhere check ((archive is null) <> (place is null))`.execute(db)
  await sql`create table workspace_garbage (place text primary key, due_at timestamptz not null default now())`.execute(db)
  await sql`
    create function note_workspace_garbage() returns trigger language plpgsql as $$
    begin
      if old.place is not null and (tg_op = 'DELETE' or new.place is distinct from old.place) then
        execute format('insert into %I.workspace_garbage (place) values ($1) on conflict do nothing', tg_table_schema) using old.place;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger task_workspace_garbage after update or delete on task_workspace
    for each row execute function note_workspace_garbage()`.execute(db)
}
