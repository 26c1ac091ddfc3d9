import { anyOf, now } from '@portico/core/server/expressions'
import { sql, type NotNull } from 'kysely'
import { idsOf, type CatalogDatabase, type CatalogTransaction } from '../write/catalog-database-store.ts'
import { bucketSize, createClaimStore, provenCrashes, type ClaimedSource, type Dependency, type RawSource } from './claim-store.ts'
import type { EntityError } from '../process/process-entity.ts'

/** What is written down when a source was read to the end. */
export interface SourceEnd {
  readonly id: number
  readonly generation: number
  readonly fingerprint: string
  readonly etag: string | undefined
  readonly contentHash: string
  readonly version: string | undefined
  readonly dependencies: readonly Dependency[]
  readonly problems: readonly EntityError[]
  readonly documents: readonly { readonly id: number; readonly line: number | undefined }[]
  /** Something unexpected happened to a document: the source counts as failing, and is read whole again after so long. */
  readonly retryMs?: number | undefined
}

export type SourceStore = ReturnType<typeof createSourceStore>

/** The sources: who reads which, when, and what came of it. */
export function createSourceStore(db: CatalogDatabase, generatedRef: (location: { type: string; target: string }) => string) {
  function toSource(row: RawSource): ClaimedSource {
    const own = row.is_config ? [generatedRef(row)] : []
    return {
      id: row.id,
      type: row.type,
      target: row.target,
      origin: row.origin,
      depth: row.depth,
      rootRefs: [...new Set([...own, ...(row.location_ref === null ? [] : [row.location_ref])])],
      isOptional: row.is_optional === true && own.length === 0 && row.location_ref === null,
      fingerprint: row.fingerprint ?? undefined,
      etag: row.etag ?? undefined,
      contentHash: row.content_hash?.replaceAll('-', ''),
      dependencies: (row.dependencies as Dependency[] | null) ?? [],
      generation: row.generation,
      failures: row.failures,
      error: (row.error as EntityError | null) ?? undefined,
      isSuspect: row.crashes >= provenCrashes,
      suspectHash: row.suspect_hash?.replaceAll('-', ''),
    }
  }

  return {
    ...createClaimStore(db, toSource),
    /** The source that stands for a provider; it is never read. */
    async openProvider(name: string): Promise<ClaimedSource> {
      const row = await db
        .insertInto('source')
        .values({ type: 'provider', target: name, origin: `provider:${name}` })
        .onConflict(conflict => conflict.expression(sql`type, md5(target)`).doUpdateSet({ read_at: now }))
        .returningAll()
        .executeTakeFirstOrThrow()
      return toSource({ ...row, location_ref: null, is_optional: false })
    },
    /** The hashes of the documents from which the entities of these sources were made. */
    async knownInputs(sourceIds: readonly number[]): Promise<Map<number, Map<string, string>>> {
      const rows = await db
        .selectFrom('entity')
        .select(['source_id', 'ref', 'input_hash'])
        .where('source_id', '=', anyOf(sourceIds))
        .where('input_hash', 'is not', null)
        .where('errors', 'is', null)
        .where('is_orphan', '=', false)
        .$narrowType<{ source_id: NotNull; input_hash: NotNull }>()
        .execute()
      const known = new Map<number, Map<string, string>>(sourceIds.map(id => [id, new Map()]))
      for (const { source_id, ref, input_hash } of rows) known.get(source_id)?.set(input_hash.replaceAll('-', ''), ref)
      return known
    },

    /** Reading went well. What was asked for meanwhile (another generation) is not overwritten: the source stays due. */
    async end(trx: CatalogTransaction, ends: readonly SourceEnd[]): Promise<void> {
      if (ends.length === 0) return
      const rows = ends.map(({ id, generation, fingerprint, etag, contentHash, version, ...end }) => ({
        id,
        generation,
        fingerprint,
        etag,
        contentHash,
        version,
        retryMs: end.retryMs,
        problems: end.problems.length > 0 ? end.problems : undefined,
        dependencies: end.dependencies.length > 0 ? end.dependencies : undefined,
        ids: end.documents.map(({ id }) => id),
        lines: end.documents.map(({ line }) => line ?? null),
      }))
      await sql`
        update source s set fingerprint = n.fingerprint, etag = case when s.generation = n.generation and n."retryMs" is null then n.etag end,
          content_hash = case when s.generation = n.generation and n."retryMs" is null then n."contentHash" end, version = n.version,
          dependencies = n.dependencies, problems = n.problems, error = n.problems -> 0,
          failures = case when n."retryMs" is null then 0 else s.failures + 1 end,
          due_at = case when s.generation = n.generation and s.type <> 'provider' then coalesce(now() + make_interval(secs => n."retryMs" / 1000), s.due_at)
            else s.due_at end,
          read_at = now(), changed_at = now(), document_id = n.ids, document_line = n.lines
        from json_to_recordset(${JSON.stringify(rows)}::json) as n (id int, generation int, fingerprint text, etag text, "contentHash" uuid, version text,
          "retryMs" float8, dependencies json, problems json, ids int[], lines int[])
        where s.id = n.id`.execute(trx)
    },
    /** Nothing has changed, but the source failed before or goes by another etag now. */
    async endUnchanged(
      trx: CatalogDatabase,
      ends: readonly Pick<SourceEnd, 'id' | 'generation' | 'etag' | 'fingerprint'>[],
    ): Promise<void> {
      if (ends.length === 0) return
      await sql`
        update source s set etag = case when s.generation = n.generation then n.etag end, failures = 0, error = s.problems -> 0
        from json_to_recordset(${JSON.stringify(ends)}::json) as n (id int, generation int, etag text) where s.id = n.id`.execute(trx)
    },
    /** Reading went wrong. `isReset`: part of it may have been written, so it is read whole the next time. */
    async fail(
      trx: CatalogDatabase,
      failed: readonly { id: number; generation: number; error: EntityError; retryMs: number; isReset?: boolean }[],
    ): Promise<void> {
      if (failed.length === 0) return
      await sql`
        update source s set error = n.error, failures = s.failures + 1, read_at = now(),
          succeeded_at = case when s.error is not null then s.succeeded_at
            else greatest(s.changed_at, (select previous_read_at from bucket where bucket.id = s.id / ${bucketSize})) end,
          due_at = case when s.generation = n.generation and s.type <> 'provider' then now() + make_interval(secs => n."retryMs" / 1000)
            else s.due_at end,
          etag = case when n."isReset" then null else s.etag end, content_hash = case when n."isReset" then null else s.content_hash end
        from json_to_recordset(${JSON.stringify(failed)}::json) as n (id int, generation int, error json, "retryMs" float8, "isReset" bool) where s.id = n.id`.execute(
        trx,
      )
    },
    /** The Location entities that lead to these sources, or stand for them. */
    async parentIds(trx: CatalogDatabase, sourceIds: readonly number[]): Promise<number[]> {
      if (sourceIds.length === 0) return []
      const parents = await trx
        .selectFrom('source_parent')
        .select('parent_id as id')
        .distinct()
        .where('source_id', '=', anyOf(sourceIds))
        .$narrowType<{ id: NotNull }>()
        .execute()
      return idsOf(parents)
    },
  }
}
