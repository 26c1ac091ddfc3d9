import type { Bucket } from '@portico/integrations/server'
import { sql, type Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'

/** What is saved of a workspace: its bytes, or where they are. */
interface PreparedWorkspace {
  readonly archive: Buffer | null
  readonly place: string | null
}

// An object is written before the row that refers to it; one that no row refers to by then has no use.
const unusedHours = 2
const maxRemoved = 1000

/** The files of tasks that have not ended well, in the database or in a bucket, so that another server, or a retry, can go on with them. */
export function createWorkspaceStore(db: Kysely<object>, bucket?: Bucket) {
  return {
    /** Comes before the transaction that saves it: a bucket may be slow. */
    async prepare(taskId: string, archive: Buffer): Promise<PreparedWorkspace | { readonly failure: string }> {
      if (!bucket) return { archive, place: null }
      const place = `scaffolder/${taskId}/${randomUUID()}.gz`
      await sql`insert into workspace_garbage (place, due_at) values (${place}, now() + make_interval(hours => ${unusedHours}))`.execute(db)
      try {
        await bucket.write(place, archive, 'application/gzip')
      } catch (error) {
        return { failure: (error as Error).message }
      }
      return { archive: null, place }
    },
    async save(taskId: string, { archive, place }: PreparedWorkspace, within: Kysely<object>): Promise<void> {
      await sql`insert into task_workspace (task_id, archive, place) values (${taskId}, ${archive}, ${place})
        on conflict (task_id) do update set archive = excluded.archive, place = excluded.place, changed_at = now()`.execute(within)
      if (place !== null) await sql`delete from workspace_garbage where place = ${place}`.execute(within)
    },
    async load(taskId: string): Promise<Buffer | undefined> {
      const { rows } = await sql<PreparedWorkspace>`select archive, place from task_workspace where task_id = ${taskId}`.execute(db)
      const [{ archive = null, place = null } = {}] = rows
      if (place === null) return archive ?? undefined
      if (!bucket) throw new Error('The files of this task are in a bucket, which scaffolder.taskRecovery does not name any more')
      return bucket.read(place)
    },
    async remove(taskId: string, within: Kysely<object> = db): Promise<void> {
      await sql`delete from task_workspace where task_id = ${taskId}`.execute(within)
    },
    /** Removes objects that no task refers to any more. */
    async removeGarbage(): Promise<void> {
      if (!bucket) return
      const { rows } = await sql<{ place: string }>`select place from workspace_garbage where due_at <= now()
        order by due_at limit ${maxRemoved}`.execute(db)
      for (const { place } of rows) {
        await bucket.remove(place)
        await sql`delete from workspace_garbage where place = ${place}`.execute(db)
      }
    },
  }
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>
