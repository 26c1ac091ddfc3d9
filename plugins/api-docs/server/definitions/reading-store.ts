import type { CountedDefinition } from '@portico/api-docs/common'
import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { createTurn } from '@portico/core/server/worker'
import { sql, type Kysely } from 'kysely'
import { hash } from 'node:crypto'
import type { ApiDocsTables } from '../migrations/tables.ts'
import type { ReadingTexts } from './reading-process.ts'

/** A reading without its parts and problems. */
export interface StoredReading {
  readonly id: string
  /** JSON of an outline. */
  readonly outline: string
  readonly isFailure: boolean
  /** How often it has been tried. */
  readonly attempts: number
}

/** The definition of an entity as it is, and where its reading is. */
export interface CurrentDefinition {
  readonly entityRef: string
  readonly entityVersion: string | undefined
  readonly textId: string
  readonly readingId: string
}

/** What was read, by its id. Nothing in it is taken apart here: texts go out as they came. */
export function createReadingStore(db: Kysely<ApiDocsTables>) {
  async function insertParts(trx: Kysely<ApiDocsTables>, readingId: string, parts: ReadingTexts['parts']): Promise<void> {
    const turn = createTurn()
    for (let at = 0; at < parts.length;) {
      const batch: { reading_id: string; key: string; id: string; json: string }[] = []
      for (let size = 0; at < parts.length && batch.length < maxRows && size < maxBatchLength; at++) {
        const [id, json] = parts[at]!
        batch.push({ reading_id: readingId, key: keyOf(id), id: storable(id), json: storable(json) })
        size += json.length
      }
      await trx
        .insertInto('part')
        .values(batch)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      if (turn.isOver()) await turn.next()
    }
  }

  return {
    async find(id: string): Promise<StoredReading | undefined> {
      const row = await db.selectFrom('reading').select(['id', 'outline', 'is_failure', 'attempts']).where('id', '=', id).executeTakeFirst()
      return row && { id: row.id, outline: row.outline, isFailure: row.is_failure, attempts: row.attempts }
    },

    /** Says that somebody has used it: written once an hour. */
    async touch(id: string): Promise<void> {
      const old = db.updateTable('reading').set({ used_at: now }).where('id', '=', id)
      await old.where('used_at', '<', secondsFromNow(-3600)).execute()
    },

    async save(
      id: string,
      { outline, problems, counts, documents, format, version, parts }: ReadingTexts,
      failedAttempts = 0,
    ): Promise<void> {
      const bytes = parts.reduce((sum, [, json]) => sum + json.length, outline.length + problems.length + documents.length)
      const values = {
        outline: storable(outline),
        problems: storable(problems),
        counts: storable(counts),
        documents: storable(documents),
        format,
        version: version === undefined ? null : storable(version),
        bytes,
        attempts: failedAttempts,
        is_failure: failedAttempts > 0,
        used_at: now,
      }
      await db.transaction().execute(async trx => {
        await trx
          .insertInto('reading')
          .values({ id, ...values })
          .onConflict(conflict => conflict.column('id').doUpdateSet(values))
          .execute()
        await trx.deleteFrom('part').where('reading_id', '=', id).execute()
        await insertParts(trx, id, parts)
      })
    },

    async problems(id: string): Promise<{ readonly problems: string; readonly counts: string } | undefined> {
      return db
        .selectFrom('reading')
        .select(['problems', sql<string>`counts::text`.as('counts')])
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** JSON by the ids of parts; those that are not there are left out. */
    async parts(readingId: string, ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom('part')
        .select(['id', 'json'])
        .where('reading_id', '=', readingId)
        .where('key', '=', anyOf(ids.map(keyOf)))
        .execute()
      return new Map(rows.map(({ id, json }) => [id, json]))
    },

    /** What search finds of it, as JSON. */
    async documents(ids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db.selectFrom('reading').select(['id', 'documents']).where('id', '=', anyOf(ids)).execute()
      return new Map(rows.map(({ id, documents }) => [id, documents]))
    },

    async setCurrent({ entityRef, entityVersion, textId, readingId }: CurrentDefinition): Promise<void> {
      const values = { entity_version: entityVersion ?? null, text_id: textId, reading_id: readingId }
      await db
        .insertInto('definition')
        .values({ entity_ref: entityRef, ...values })
        .onConflict(conflict => conflict.column('entity_ref').doUpdateSet(values))
        .execute()
    },

    async removeCurrent(refs: readonly string[]): Promise<void> {
      await db.deleteFrom('definition').where('entity_ref', '=', anyOf(refs)).execute()
    },

    /** Of some entities, where their readings are there. */
    async current(refs: readonly string[]): Promise<Map<string, CurrentDefinition>> {
      const rows = await db
        .selectFrom('definition')
        .innerJoin('reading', 'reading.id', 'definition.reading_id')
        .select(['entity_ref', 'entity_version', 'text_id', 'reading_id'])
        .where('entity_ref', '=', anyOf(refs))
        .execute()
      return new Map(rows.map(row => [row.entity_ref, toCurrent(row)]))
    },

    /** The next ones by ref. */
    async currentAfter(ref: string, limit: number): Promise<CurrentDefinition[]> {
      const rows = await db.selectFrom('definition').selectAll().where('entity_ref', '>', ref).orderBy('entity_ref').limit(limit).execute()
      return rows.map(toCurrent)
    },

    async counts(refs: readonly string[]): Promise<CountedDefinition[]> {
      const rows = await db
        .selectFrom('definition')
        .innerJoin('reading', 'reading.id', 'definition.reading_id')
        .select(['entity_ref', 'format', 'version', 'counts'])
        .where('entity_ref', '=', anyOf(refs))
        .execute()
      return rows.map(({ entity_ref: entityRef, format, version, counts }) => ({
        entityRef,
        format: format as CountedDefinition['format'],
        ...(version !== null && { version }),
        counts: counts as CountedDefinition['counts'],
      }))
    },

    /** Deletes the least used readings until the others fit; those of current definitions last. Several servers may do it at once. */
    async deleteLeastUsed(maxBytes: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from reading where id in (
          select id from (
            select id, sum(bytes::bigint) over (order by exists (select from definition where reading_id = reading.id) desc, used_at desc, id) as total
            from reading) r
          where total > ${maxBytes} order by id) and used_at < now() - interval '1 minute'`.execute(db)
      return Number(numAffectedRows ?? 0)
    },
  }
}

export type ReadingStore = ReturnType<typeof createReadingStore>

const maxRows = 500
const maxBatchLength = 1_000_000

function keyOf(id: string): string {
  return hash('sha1', id, 'base64url')
}

/** PostgreSQL holds no NUL. In JSON it is written as an escape, which `json` and text hold. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

function toCurrent(row: { entity_ref: string; entity_version: string | null; text_id: string; reading_id: string }): CurrentDefinition {
  return {
    entityRef: row.entity_ref,
    entityVersion: row.entity_version ?? undefined,
    textId: row.text_id,
    readingId: row.reading_id,
  }
}
