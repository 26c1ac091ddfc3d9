import type { LedgerEntry } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import type { Effect } from '../actions/action.ts'

interface EffectRow {
  readonly id: string
  readonly step_id: string
  readonly action: string
  readonly kind: string
  readonly title: string
  readonly address: string | null
  readonly undo: Record<string, unknown> | null
  readonly created_at: Date
  readonly undone_at: Date | null
  readonly undo_error: string | null
}

export interface StoredEffect {
  readonly entry: LedgerEntry
  readonly effect: Effect
}

/** The ledger: what tasks have made. */
export function createEffectStore(db: Kysely<object>) {
  return {
    async add(
      taskId: string,
      { stepId, action, effect }: { readonly stepId: string; readonly action: string; readonly effect: Effect },
    ): Promise<void> {
      const undo = effect.undo === undefined ? null : JSON.stringify(effect.undo)
      await sql`insert into task_effect (task_id, step_id, action, kind, title, address, undo)
        values (${taskId}, ${stepId}, ${action}, ${effect.kind}, ${effect.title}, ${effect.address ?? null}, ${undo}::jsonb)`.execute(db)
    },
    /** The newest first: in the order in which they are undone. */
    async list(taskId: string): Promise<StoredEffect[]> {
      const { rows } = await sql<EffectRow>`select * from task_effect where task_id = ${taskId} order by id desc`.execute(db)
      return rows.map(toStored)
    },
    /** The task that made what is at one of these addresses: a location there, else a repository; the newest of them. */
    async taskThatMade(addresses: readonly string[]): Promise<string | undefined> {
      if (addresses.length === 0) return undefined
      const { rows } = await sql<{ task_id: string }>`
        select task_id from task_effect where address = any(${addresses}::text[]) and kind in ('location', 'repository')
          and undone_at is null order by kind = 'location' desc, id desc limit 1`.execute(db)
      return rows[0]?.task_id
    },
    async markUndone(id: number, error: string | undefined): Promise<void> {
      await sql`update task_effect set undone_at = ${error === undefined ? sql`now()` : null}, undo_error = ${error ?? null} where id = ${id}`.execute(
        db,
      )
    },
  }
}

export type EffectStore = ReturnType<typeof createEffectStore>

function toStored(row: EffectRow): StoredEffect {
  const { id, step_id, action, kind, title, address, undo, created_at, undone_at, undo_error } = row
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
