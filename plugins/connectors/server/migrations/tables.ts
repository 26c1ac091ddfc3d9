// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

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
  target_state: {
    connector: string
    target: string
    holder: string | null
    lease_until: Date | null
    paused_until: Date | null
    failures: Generated<number>
    is_limited: Generated<boolean>
    error: string | null
    last_ok_at: Date | null
    sent_in_minute: Generated<number>
    requests: ColumnType<unknown, string | undefined, string>
  }
  work_item: {
    connector: string
    request: string
    entity_ref: string
    target: string
    due_at: Date
    checked_at: Date | null
    failures: Generated<number>
    error: string | null
    left_out: Generated<boolean>
    matched: ColumnType<string, string | number, string | number>
  }
}
