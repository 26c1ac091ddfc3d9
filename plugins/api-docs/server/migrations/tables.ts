// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface ApiDocsTables {
  definition: {
    entity_ref: string
    entity_version: string | null
    text_id: string
    reading_id: string
  }
  part: {
    reading_id: string
    key: string
    id: string
    json: string
  }
  reading: {
    id: string
    outline: string
    problems: string
    documents: string
    format: string
    version: string | null
    counts: ColumnType<unknown, string, string>
    bytes: number
    attempts: number
    is_failure: boolean
    used_at: Generated<Date>
  }
}
