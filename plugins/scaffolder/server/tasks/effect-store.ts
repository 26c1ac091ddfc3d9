import type { LedgerEntry, Origin } from '@portico/scaffolder/common'
import { sql, type Kysely } from 'kysely'
import type { Effect } from '../actions/action.ts'
import { toSql, type TaskCondition } from './task-store.ts'

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

export interface OriginQuery {
  readonly templateRef?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
  readonly visible?: TaskCondition | undefined
}

/** A repository that a template made. */
export type StoredOrigin = Omit<Origin, 'currentVersion' | 'isOutdated'>

interface OriginRow {
  readonly task_id: string
  readonly title: string
  readonly address: string | null
  readonly created_at: Date
  readonly template_ref: string | null
  readonly created_by: string | null
  readonly version: string | null
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
    /** Repositories that were made and not undone, with the version of the template that made them. */
    async repositories({ templateRef, limit, offset, visible }: OriginQuery): Promise<StoredOrigin[]> {
      const conditions = [
        sql`e.kind = 'repository' and e.undone_at is null`,
        ...(templateRef ? [sql`template_ref = any(${templateRef}::text[])`] : []),
        ...(visible ? [toSql(visible)] : []),
      ]
      const { rows } = await sql<OriginRow>`
        select e.task_id, e.title, e.address, e.created_at, t.template_ref, t.created_by,
          t.spec #>> '{templateInfo,entity,metadata,etag}' as version
        from task_effect e join task t on t.id = e.task_id where ${sql.join(conditions, sql` and `)}
        order by e.id desc limit ${limit} offset ${offset}`.execute(db)
      return rows.map(row => ({
        taskId: row.task_id,
        templateRef: row.template_ref ?? '',
        title: row.title,
        ...(row.address !== null && { address: row.address }),
        createdAt: row.created_at.toISOString(),
        ...(row.created_by !== null && { createdBy: row.created_by }),
        ...(row.version !== null && { templateVersion: row.version }),
      }))
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
