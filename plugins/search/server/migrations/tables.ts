// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface SearchTables {
  document: {
    id: GeneratedAlways<string>
    type: string
    location: string
    group_key: string
    hash: string
    body: string | null
    revision: ColumnType<string, string | number, string | number>
    changed_at: Generated<Date>
  }
  group_version: {
    type: string
    group_key: string
    version: string
  }
  index_part: {
    version: string
    part: number
    bytes: Buffer
    revision: ColumnType<string, string | number, string | number>
    saved_at: Generated<Date>
  }
  question: {
    hour: Date
    term: string
    asked: number
    empty: number
    slowest_ms: number
  }
  revision: {
    value: ColumnType<string, string | number, string | number>
  }
  staged: {
    run: string
    type: string
    location: string
    group_key: string
    hash: string
    body: string | null
  }
  type_run: {
    type: string
    started_at: Date | null
    ended_at: Date | null
    result: string | null
    error: string | null
    documents: Generated<number>
    changed: Generated<number>
    refused: Generated<number>
    refusal: string | null
    succeeded_at: Date | null
  }
}
