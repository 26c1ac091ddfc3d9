import type { Entity } from '@portico/catalog/common'
import { anyOf } from '@portico/core/server/expressions'
import type { CatalogDatabase, CatalogTransaction } from '../processing/write/catalog-database-store.ts'
import type { ChangePosition } from './history-store.ts'
import type { PastRow } from './past.ts'

/** The revision of everything that was brought in. What the catalog has seen itself begins with 1. */
export const pastRevision = 0

const rowsAtOnce = 500

/** What the history needs when a past is brought in. Everything but `uidsOf` happens in one transaction that holds the lock of the revision. */
export const pastStore = {
  async uidsOf(db: CatalogDatabase, refs: readonly string[]): Promise<Map<string, string>> {
    const rows = await db.selectFrom('entity').select(['ref', 'uid']).where('ref', '=', anyOf(refs)).execute()
    return new Map(rows.map(({ ref, uid }) => [ref, uid]))
  },

  async hasPast(trx: CatalogTransaction): Promise<boolean> {
    const row = await trx.selectFrom('change').select('sequence').where('revision', '=', String(pastRevision)).limit(1).executeTakeFirst()
    return row !== undefined
  },

  /** Whether everything that is known has been read, related and told to others. */
  async isSettled(trx: CatalogTransaction): Promise<boolean> {
    const row = await trx
      .selectFrom(['publication', 'revision'])
      .select(({ not, exists, selectFrom, and }) =>
        and([
          not(exists(selectFrom('source').select('id').where('read_at', 'is', null))),
          not(exists(selectFrom('stitch').select('id').where('error', 'is', null))),
        ]).as('isQuiet'),
      )
      .whereRef('publication.revision', '>=', 'revision.value')
      .executeTakeFirst()
    return row?.isQuiet === true
  },

  async add(trx: CatalogTransaction, rows: readonly PastRow[], idOf: (ref: string) => number): Promise<void> {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = rows.slice(at, at + rowsAtOnce)
      const values = part.map((row, index) => ({
        ...toColumns(row),
        revision: pastRevision,
        sequence: at + index + 1,
        entity_id: idOf(row.ref),
      }))
      await trx.insertInto('change').values(values).execute()
    }
  },

  /** Deletes changes that what was brought in tells better. */
  async remove(trx: CatalogTransaction, positions: readonly ChangePosition[]): Promise<void> {
    for (const { revision, sequence } of positions)
      await trx.deleteFrom('change').where('revision', '=', String(revision)).where('sequence', '=', sequence).execute()
  },

  /** Makes a change that said that an entity came say what became different instead. */
  async rewrite(trx: CatalogTransaction, { revision, sequence }: ChangePosition, row: PastRow): Promise<void> {
    const { at: _at, ref: _ref, source: _source, ...columns } = toColumns(row)
    await trx.updateTable('change').set(columns).where('revision', '=', String(revision)).where('sequence', '=', sequence).execute()
  },

  /** Moves the first change of the catalog's own behind the others of its revision: it is no longer the beginning, see `isBeginning`. */
  async moveFirst(trx: CatalogTransaction): Promise<void> {
    const own = trx.selectFrom('change').where('revision', '=', '1')
    const { last } = await own.select(({ fn }) => fn.max('sequence').as('last')).executeTakeFirstOrThrow()
    if (last === null) return
    const first = trx.updateTable('change').where('revision', '=', '1').where('sequence', '=', 1)
    await first.set({ sequence: last + 1 }).execute()
  },
}

function toColumns({ at, ref, kind, fields, relationsAdded, relationsRemoved, source, before }: PastRow) {
  return {
    at,
    ref,
    kind,
    fields: [...fields],
    relations_added: [...relationsAdded],
    relations_removed: [...relationsRemoved],
    source: source ?? null,
    final_before: before ? JSON.stringify(before satisfies Entity) : null,
  }
}
