import { anyOf } from '@portico/core/server/expressions'
import { sql, type NotNull } from 'kysely'
import { hash } from 'node:crypto'
import type { CatalogDatabase, CatalogTransaction } from './catalog-database-store.ts'
import type { Claimant, FailedClaimant } from './classify.ts'

/** A name that a provider wanted and may have now. */
export interface FreeName {
  readonly provider: string
  readonly refId: number
  readonly ref: string
  readonly document: string
}

/** An entity whose source has lost its name. */
export interface DisplacedEntity {
  readonly id: number
  readonly sourceId: number
  /** What the source said, as a provider's refusal keeps it. */
  readonly document: string
}

/** A key as it is stored: long ones would not fit an index. */
export function toStoredKey(key: string): string {
  return key.length > 300 ? `sha256:${hash('sha256', key)}` : key
}

/** What a source wanted to put into the catalog and could not: names that others hold, and documents that are wrong. */
export const refusalStore = {
  async add(trx: CatalogTransaction, refused: readonly Claimant[], failed: readonly FailedClaimant[]): Promise<void> {
    if (refused.length > 0) {
      await sql`
        insert into conflict (source_id, ref_id, location_key, line, document) select * from unnest(
          ${refused.map(each => each.sourceId)}::int[], ${refused.map(each => each.id)}::int[],
          ${refused.map(each => each.entity.locationKey)}::text[], ${refused.map(each => each.entity.line)}::int[],
          ${refused.map(({ entity }) => (entity.provided === undefined ? undefined : JSON.stringify(entity.provided)))}::text[])
        on conflict (source_id, ref_id) do update
          set location_key = excluded.location_key, line = excluded.line, document = excluded.document`.execute(trx)
    }
    if (failed.length === 0) return
    const rows = failed.map(({ sourceId, entity }) => ({
      source_id: sourceId,
      ref: entity.ref,
      location_key: entity.locationKey,
      line: entity.line,
      errors: entity.errors,
      document: JSON.stringify(entity.document) ?? 'null',
    }))
    await sql`
      insert into unprocessed (source_id, ref, location_key, line, errors, document)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as n (source_id int, ref text, location_key text, line int, errors json, document text)
      on conflict (source_id, ref) do update set location_key = excluded.location_key, line = excluded.line, errors = excluded.errors,
        document = excluded.document, attempts = unprocessed.attempts + 1`.execute(trx)
  },

  /** Names that sources had, and that another has now which was known before them. */
  async addDisplaced(trx: CatalogTransaction, displaced: readonly DisplacedEntity[]): Promise<void> {
    if (displaced.length === 0) return
    await sql`
      insert into conflict (source_id, ref_id, document)
      select n.source_id, n.ref_id, case when s.type = 'provider' then n.document end
      from unnest(${displaced.map(each => each.sourceId)}::int[], ${displaced.map(each => each.id)}::int[],
        ${displaced.map(each => each.document)}::text[]) n (source_id, ref_id, document) join source s on s.id = n.source_id
      on conflict (source_id, ref_id) do update set document = coalesce(excluded.document, conflict.document)`.execute(trx)
  },

  /** These documents of a source are fine now. */
  async settle(
    trx: CatalogTransaction,
    settled: readonly { readonly sourceId: number; readonly id: number; readonly ref: string }[],
  ): Promise<void> {
    if (settled.length === 0) return
    const sources = settled.map(each => each.sourceId)
    await sql`
      delete from conflict c using unnest(${sources}::int[], ${settled.map(each => each.id)}::int[]) n (source_id, ref_id)
      where c.source_id = n.source_id and c.ref_id = n.ref_id`.execute(trx)
    await sql`
      delete from unprocessed u using unnest(${sources}::int[], ${settled.map(each => each.ref)}::text[]) n (source_id, ref)
      where u.source_id = n.source_id and u.ref = n.ref`.execute(trx)
  },

  /** Removes what these sources do not mention any more. */
  async keepOnly(
    trx: CatalogTransaction,
    sourceIds: readonly number[],
    seen: readonly { readonly sourceId: number; readonly id: number; readonly ref: string }[],
  ): Promise<void> {
    if (sourceIds.length === 0) return
    const sources = seen.map(({ sourceId }) => sourceId)
    await sql`
      delete from conflict c where source_id = any(${sourceIds}::int[]) and not exists (
        select from unnest(${sources}::int[], ${seen.map(({ id }) => id)}::int[]) n (source_id, ref_id)
        where n.source_id = c.source_id and n.ref_id = c.ref_id)`.execute(trx)
    await sql`
      delete from unprocessed u where source_id = any(${sourceIds}::int[]) and not exists (
        select from unnest(${sources}::int[], ${seen.map(({ ref }) => ref)}::text[]) n (source_id, ref)
        where n.source_id = u.source_id and n.ref = u.ref)`.execute(trx)
  },

  /** Names that providers were refused and that are free now. The oldest refusal comes first. */
  async free(db: CatalogDatabase): Promise<readonly FreeName[]> {
    return db
      .selectFrom('conflict as c')
      .innerJoin('source as s', 's.id', 'c.source_id')
      .innerJoin('ref_name as n', 'n.id', 'c.ref_id')
      .select(['s.target as provider', 'c.ref_id as refId', 'n.ref', 'c.document'])
      .where('s.type', '=', 'provider')
      .where('c.document', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('entity as e').whereRef('e.id', '=', 'c.ref_id').where('e.source_id', 'is not', null))),
      )
      .orderBy('c.since')
      .orderBy('c.source_id')
      .orderBy('c.ref_id')
      .limit(5000)
      .$narrowType<{ document: NotNull }>()
      .execute()
  },

  /** What a provider said when it was refused these names, by ref. */
  async documents(trx: CatalogTransaction, sourceId: number, refs: readonly string[]): Promise<Map<string, string>> {
    const rows = await trx
      .selectFrom('conflict as c')
      .innerJoin('ref_name as n', 'n.id', 'c.ref_id')
      .select(['n.ref', 'c.document'])
      .where('c.source_id', '=', sourceId)
      .where('n.ref', '=', anyOf(refs))
      .where('c.document', 'is not', null)
      .$narrowType<{ document: NotNull }>()
      .execute()
    return new Map(rows.map(({ ref, document }) => [ref, document]))
  },

  /** These names are not wanted any more. */
  async remove(db: CatalogDatabase, sourceId: number, refIds: readonly number[]): Promise<void> {
    if (refIds.length === 0) return
    await db.deleteFrom('conflict').where('source_id', '=', sourceId).where('ref_id', '=', anyOf(refIds)).execute()
  },

  async setRefreshKeys(
    trx: CatalogTransaction,
    keys: readonly { readonly sourceId: number; readonly key: string }[],
    whole: readonly number[],
  ): Promise<void> {
    const sources = keys.map(({ sourceId }) => sourceId)
    const names = keys.map(({ key }) => toStoredKey(key))
    if (whole.length > 0) {
      await sql`
        delete from refresh_key k where source_id = any(${whole}::int[]) and not exists (
          select from unnest(${sources}::int[], ${names}::text[]) n (source_id, key) where n.source_id = k.source_id and n.key = k.key)`.execute(
        trx,
      )
    }
    if (keys.length === 0) return
    await sql`
      insert into refresh_key (source_id, key) select * from unnest(${sources}::int[], ${names}::text[]) on conflict do nothing`.execute(
      trx,
    )
  },
}
