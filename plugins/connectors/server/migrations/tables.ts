// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType } from 'kysely'

export interface ConnectorsTables {
  fact: {
    entity_ref: string
    name: string
    source: string
    value: ColumnType<unknown, string | null, string | null>
    at: Date
    checked_at: Date
    error: ColumnType<unknown, string | null, string | null>
  }
  fact_point: {
    entity_ref: string
    name: string
    at: Date
    value: ColumnType<unknown, string | null, string | null>
  }
  pushed_fact: {
    name: string
    definition: ColumnType<unknown, string, string>
  }
}
