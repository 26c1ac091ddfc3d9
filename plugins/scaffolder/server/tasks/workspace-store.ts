import { sql, type Kysely } from 'kysely'

/** The files of tasks that have not ended well, so that another server, or a retry, can go on with them. */
export function createWorkspaceStore(db: Kysely<object>) {
  return {
    async save(taskId: string, archive: Buffer, within: Kysely<object> = db): Promise<void> {
      await sql`insert into task_workspace (task_id, archive) values (${taskId}, ${archive})
        on conflict (task_id) do update set archive = excluded.archive, changed_at = now()`.execute(within)
    },
    async load(taskId: string): Promise<Buffer | undefined> {
      const { rows } = await sql<{ archive: Buffer }>`select archive from task_workspace where task_id = ${taskId}`.execute(db)
      return rows[0]?.archive
    },
    async remove(taskId: string, within: Kysely<object> = db): Promise<void> {
      await sql`delete from task_workspace where task_id = ${taskId}`.execute(within)
    },
  }
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>
