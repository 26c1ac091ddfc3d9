import { excluded, now, secondsFromNow } from '@portico/core/server/expressions'
import type { Bucket } from '@portico/integrations/server'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { ScaffolderTables } from '../migrations/tables.ts'

/** What is saved of a workspace: its bytes, or where they are. */
interface PreparedWorkspace {
  readonly archive: Buffer | null
  readonly place: string | null
}

// An object is written before the row that refers to it; one that no row refers to by then has no use.
const unusedSeconds = 2 * 60 * 60
const maxRemoved = 1000

/** The files of tasks, in the database or in a bucket: another server or a retry goes on with them, and people download them. */
export function createWorkspaceStore(db: Kysely<ScaffolderTables>, bucket?: Bucket) {
  const forgetGarbage = (place: string, within = db) => within.deleteFrom('workspace_garbage').where('place', '=', place).execute()

  return {
    /** Comes before the transaction that saves it: a bucket may be slow. */
    async prepare(taskId: string, archive: Buffer): Promise<PreparedWorkspace | { readonly failure: string }> {
      if (!bucket) return { archive, place: null }
      const place = `scaffolder/${taskId}/${randomUUID()}.gz`
      await db
        .insertInto('workspace_garbage')
        .values({ place, due_at: secondsFromNow(unusedSeconds) })
        .execute()
      try {
        await bucket.write(place, archive, 'application/gzip')
      } catch (error) {
        return { failure: (error as Error).message }
      }
      return { archive: null, place }
    },
    async save(taskId: string, { archive, place }: PreparedWorkspace, within: Kysely<ScaffolderTables>): Promise<void> {
      await within
        .insertInto('task_workspace')
        .values({ task_id: taskId, archive, place })
        .onConflict(conflict => conflict.column('task_id').doUpdateSet({ ...excluded('archive', 'place'), changed_at: now }))
        .execute()
      if (place !== null) await forgetGarbage(place, within)
    },
    async load(taskId: string): Promise<Buffer | undefined> {
      const row = await db.selectFrom('task_workspace').select(['archive', 'place']).where('task_id', '=', taskId).executeTakeFirst()
      const { archive = null, place = null } = row ?? {}
      if (place === null) return archive ?? undefined
      if (!bucket) throw new Error('The files of this task are in a bucket, which scaffolder.taskRecovery does not name any more')
      return bucket.read(place)
    },
    async remove(taskId: string, within: Kysely<ScaffolderTables> = db): Promise<void> {
      await within.deleteFrom('task_workspace').where('task_id', '=', taskId).execute()
    },
    /** Removes those of tasks that ended long ago. A retry then starts over, so what the run had done is removed too. */
    async removeEnded(olderThanMs: number): Promise<void> {
      const old = (eb: ExpressionBuilder<ScaffolderTables, 'task'>) => eb('finished_at', '<', secondsFromNow(-olderThanMs / 1000))
      await db
        .with('removed', cte =>
          cte
            .deleteFrom('task_workspace')
            .where('task_id', 'in', eb => eb.selectFrom('task').select('id').where(old))
            .returning('task_id'),
        )
        .updateTable('task')
        .set({ state: null })
        .where('id', 'in', eb => eb.selectFrom('removed').select('task_id'))
        .execute()
    },
    /** Removes objects that no task refers to any more. */
    async removeGarbage(): Promise<void> {
      if (!bucket) return
      const due = await db
        .selectFrom('workspace_garbage')
        .select('place')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(maxRemoved)
        .execute()
      for (const { place } of due) {
        await bucket.remove(place)
        await forgetGarbage(place)
      }
    },
  }
}

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>
