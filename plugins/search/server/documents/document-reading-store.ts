import type { ChangePlace } from '@portico/core/server/index-store'

/** A step that an index follows: a document as it is now, or that it is gone. */
export interface DocumentStep {
  readonly id: number
  readonly type: string
  readonly body: string | undefined
  readonly revision: number
}

/** Runs a statement with its values. */
export type RunStatement = <Row>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>

interface RawStep {
  readonly id: string
  readonly type: string
  readonly body: string | null
  readonly revision: string
}

export type DocumentReadingStore = ReturnType<typeof createDocumentReadingStore>

/** What an index reads. Without a query builder: the thread of the index would take twice as long to open with one. */
export function createDocumentReadingStore(run: RunStatement) {
  return {
    async revision(): Promise<number> {
      const [row] = await run<{ value: string }>('select value from revision', [])
      return Number(row?.value ?? 0)
    },

    /** All documents by number, a batch at a time. */
    async batchAfter(id: number, limit: number): Promise<DocumentStep[]> {
      const rows = await run<RawStep>(
        'select id, type, body, revision from document where id > $1 and body is not null order by id limit $2',
        [id, limit],
      )
      return rows.map(toStep)
    },

    /** What changed after a place in the order of changes. Revisions are committed in order: nothing appears before a place later. */
    async changesAfter({ revision, id }: ChangePlace, limit: number): Promise<DocumentStep[]> {
      const rows = await run<RawStep>(
        'select id, type, body, revision from document where (revision, id) > ($1, $2) order by revision, id limit $3',
        [revision, id, limit],
      )
      return rows.map(toStep)
    },

    /** Bodies by number; one that is gone is missing. */
    async bodies(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map()
      const rows = await run<{ id: string; body: string }>(
        'select id, body from document where id = any($1::bigint[]) and body is not null',
        [ids],
      )
      return new Map(rows.map(row => [Number(row.id), row.body]))
    },
  }
}

function toStep({ id, type, body, revision }: RawStep): DocumentStep {
  return { id: Number(id), type, body: body ?? undefined, revision: Number(revision) }
}
