// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface ApiDocsTables {
  announced_version: {
    entity_ref: string
    text_id: string
    at: Generated<Date>
  }
  comparison: {
    id: string
    changes: string
    counts: ColumnType<unknown, string, string>
    total: number
    failure: string | null
    before_about: ColumnType<unknown, string, string>
    after_about: ColumnType<unknown, string, string>
    used_at: Generated<Date>
  }
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
