import { sql, type Kysely } from 'kysely'

/** How the last run of a type went. */
export interface Collation {
  readonly type: string
  readonly startedAt?: Date
  readonly endedAt?: Date
  readonly result?: CollationResult
  readonly error?: string
  readonly documents: number
  readonly changed: number
  readonly refused: number
  readonly refusal?: string
  readonly succeededAt?: Date
}

export type CollationResult = 'completed' | 'empty' | 'failed'

/** What a run says of itself at its end. */
export interface CollationEnd {
  readonly result: CollationResult
  readonly error?: string
  readonly documents?: number
  readonly changed?: number
  readonly refused?: number
  readonly refusal?: string
}

export type CollationStore = ReturnType<typeof createCollationStore>

/** How runs went, by type. */
export function createCollationStore(db: Kysely<object>) {
  return {
    async begin(type: string, startedAt: Date): Promise<void> {
      await sql`insert into type_run (type, started_at) values (${type}, ${startedAt})
        on conflict (type) do update set started_at = excluded.started_at, ended_at = null`.execute(db)
    },
    async end(type: string, end: CollationEnd): Promise<void> {
      const { result, error = null, documents = null, changed = 0, refused = 0, refusal = null } = end
      await sql`update type_run set ended_at = clock_timestamp(), result = ${result}, error = ${error}, changed = ${changed},
        documents = coalesce(${documents}, documents), refused = ${refused}, refusal = ${refusal},
        succeeded_at = case when ${result} = 'completed' then clock_timestamp() else succeeded_at end where type = ${type}`.execute(db)
    },
    async list(): Promise<Collation[]> {
      const { rows } = await sql<Record<string, unknown>>`select * from type_run order by type`.execute(db)
      return rows.map(toCollation)
    },
  }
}

function toCollation(row: Record<string, unknown>): Collation {
  const optional = <T>(name: string, value: unknown) => (value === null || value === undefined ? {} : { [name]: value as T })
  return {
    type: String(row['type']),
    ...optional('startedAt', row['started_at']),
    ...optional('endedAt', row['ended_at']),
    ...optional('result', row['result']),
    ...optional('error', row['error']),
    documents: Number(row['documents']),
    changed: Number(row['changed']),
    refused: Number(row['refused']),
    ...optional('refusal', row['refusal']),
    ...optional('succeededAt', row['succeeded_at']),
  }
}
