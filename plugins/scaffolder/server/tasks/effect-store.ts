import { anyOf, now } from '@portico/core/server/expressions'
import type { LedgerEntry } from '@portico/scaffolder/common'
import type { Kysely, Selectable } from 'kysely'
import type { Effect } from '../actions/action.ts'
import type { ScaffolderTables } from '../migrations/tables.ts'

export interface StoredEffect {
  readonly entry: LedgerEntry
  readonly effect: Effect
}

/** The ledger: what tasks have made. */
export function createEffectStore(db: Kysely<ScaffolderTables>) {
  return {
    async add(
      taskId: string,
      { stepId, action, effect }: { readonly stepId: string; readonly action: string; readonly effect: Effect },
    ): Promise<void> {
      const { kind, title, address, undo } = effect
      await db
        .insertInto('task_effect')
        .values({ task_id: taskId, step_id: stepId, action, kind, title, address, undo: undo && JSON.stringify(undo) })
        .execute()
    },
    /** The newest first: in the order in which they are undone. */
    async list(taskId: string): Promise<StoredEffect[]> {
      const rows = await db.selectFrom('task_effect').selectAll().where('task_id', '=', taskId).orderBy('id', 'desc').execute()
      return rows.map(toStored)
    },
    /** The task that made what is at one of these addresses: a location there, else a repository; the newest of them. */
    async taskThatMade(addresses: readonly string[]): Promise<string | undefined> {
      if (addresses.length === 0) return undefined
      const made = await db
        .selectFrom('task_effect')
        .select('task_id')
        .where('address', '=', anyOf(addresses))
        .where('kind', 'in', ['location', 'repository'])
        .where('undone_at', 'is', null)
        .orderBy(eb => eb('kind', '=', 'location'), 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return made?.task_id
    },
    async markUndone(id: number, error: string | undefined): Promise<void> {
      await db
        .updateTable('task_effect')
        .set({ undone_at: error === undefined ? now : null, undo_error: error ?? null })
        .where('id', '=', String(id))
        .execute()
    },
  }
}

export type EffectStore = ReturnType<typeof createEffectStore>

function toStored(row: Selectable<ScaffolderTables['task_effect']>): StoredEffect {
  const { id, step_id, action, kind, title, address, created_at, undone_at, undo_error } = row
  const undo = row.undo as Effect['undo'] | null
  return {
    entry: {
      id: Number(id),
      stepId: step_id,
      action,
      kind,
      title,
      ...(address !== null && { address }),
      canUndo: undo !== null && undone_at === null,
      createdAt: created_at.toISOString(),
      ...(undone_at && { undoneAt: undone_at.toISOString() }),
      ...(undo_error !== null && { undoError: undo_error }),
    },
    effect: { kind, title, ...(address !== null && { address }), ...(undo && { undo }) },
  }
}
