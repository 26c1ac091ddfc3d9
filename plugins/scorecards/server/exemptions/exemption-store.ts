import type { Exemption } from '@portico/scorecards/common'
import { anyOf } from '@portico/core/server/expressions'
import type { Kysely, Selectable } from 'kysely'
import type { ScorecardsTables } from '../migrations/tables.ts'

/** An exemption that holds now. */
export interface ActiveExemption {
  readonly reason: string
  readonly endsAt: Date
}

export interface ExemptionRow {
  readonly id: string
  readonly check: string
  readonly entityRef: string
  readonly state: Exemption['state']
  readonly reason: string
  /** The last day. */
  readonly until: string
  readonly askedBy: string
  readonly askedAt: Date
  readonly decidedBy?: string | undefined
  readonly decidedAt?: Date | undefined
  readonly note?: string | undefined
}

const dayMs = 86_400_000
/** An exemption holds until the end of its last day, everywhere in UTC. */
export const endOf = (until: string): Date => new Date(Date.parse(`${until}T00:00:00Z`) + dayMs)

/** Exemptions: asked for, decided, and as they hold. */
export function createExemptionStore(db: Kysely<ScorecardsTables>) {
  const toRow = (row: Selectable<ScorecardsTables['exemption']>): ExemptionRow => ({
    id: row.id,
    check: row.check_name,
    entityRef: row.entity_ref,
    state: row.state === 'approved' && endOf(row.until).getTime() <= Date.now() ? 'ended' : (row.state as Exemption['state']),
    reason: row.reason,
    until: row.until,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    note: row.note ?? undefined,
  })
  const select = () => db.selectFrom('exemption').selectAll()

  return {
    /** Those that hold, by entity and check with a space between. */
    async active(refs: readonly string[]): Promise<ReadonlyMap<string, ActiveExemption>> {
      const rows = await select().where('entity_ref', '=', anyOf(refs)).where('state', '=', 'approved').execute()
      const found = rows.map(toRow).filter(({ state }) => state === 'approved')
      return new Map(found.map(row => [`${row.entityRef} ${row.check}`, { reason: row.reason, endsAt: endOf(row.until) }]))
    },
    async all(): Promise<ExemptionRow[]> {
      return (await select().orderBy('asked_at', 'desc').limit(10_000).execute()).map(toRow)
    },
    async ofEntity(ref: string): Promise<ExemptionRow[]> {
      return (await select().where('entity_ref', '=', ref).orderBy('asked_at', 'desc').limit(500).execute()).map(toRow)
    },
    async find(id: string): Promise<ExemptionRow | undefined> {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row && toRow(row)
    },
    /** Undefined where it has been asked for already. */
    async add(row: Pick<ExemptionRow, 'check' | 'entityRef' | 'reason' | 'until' | 'askedBy'>): Promise<string | undefined> {
      const added = await db
        .insertInto('exemption')
        .values({ check_name: row.check, entity_ref: row.entityRef, reason: row.reason, until: row.until, asked_by: row.askedBy })
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return added?.id
    },
    /** False where somebody else was faster. */
    async decide(
      id: string,
      from: Exemption['state'],
      change: { state: Exemption['state']; by: string; note?: string | undefined; until?: string | undefined },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exemption')
        .set({
          state: change.state,
          decided_by: change.by,
          decided_at: new Date(),
          ...(change.note !== undefined && { note: change.note }),
          ...(change.until !== undefined && { until: change.until }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

export type ExemptionStore = ReturnType<typeof createExemptionStore>
