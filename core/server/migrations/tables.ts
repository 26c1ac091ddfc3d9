// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface CoreTables {
  audit_event: {
    id: GeneratedAlways<string>
    occurred_at: Generated<Date>
    plugin_id: string
    action: string
    subject: string | null
    result: string
    caller_type: string
    caller: string
    actor: string | null
    request_id: string | null
    details: ColumnType<unknown, string | null, string | null>
    repeat_key: string | null
    count: Generated<number>
    last_occurred_at: Date | null
  }
  event: {
    position: GeneratedAlways<string>
    transaction: Generated<string>
    plugin: string
    topic: string
    payload: ColumnType<unknown, string, string>
    published_at: Generated<Date>
  }
  event_subscription: {
    plugin: string
    id: string
    topics: string[]
    last_transaction: string
    last_position: ColumnType<string, string | number, string | number>
    owner: string | null
    lease_until: Date | null
    failures: Generated<number>
    retry_at: Date | null
    last_error: string | null
    seen_at: Date
  }
  job: {
    id: Generated<string>
    number: GeneratedAlways<string>
    plugin: string
    name: string
    payload: ColumnType<unknown, string, string>
    key: string | null
    priority: number
    state: Generated<string>
    attempt: Generated<number>
    attempts: number
    run_at: Date
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
    owner: string | null
    lease_until: Date | null
    error: string | null
  }
  scheduled_task: {
    plugin: string
    id: string
    cadence: string
    next_run_at: Date | null
    owner: string | null
    lease_until: Date | null
    started_at: Date | null
    timeout_at: Date | null
    last_ended_at: Date | null
    last_result: string | null
    last_error: string | null
  }
  signing_key: {
    kid: string
    owner: string
    algorithm: string
    public_key: ColumnType<unknown, string, string>
    private_key: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
    signs_until: Date
    published_until: Date
  }
}
