// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface ScorecardsTables {
  cause: {
    id: Generated<number>
    state: string
    code: string
    input: string
    message: string
  }
  change: {
    id: ColumnType<string, string | number | undefined, string | number>
    entity_id: ColumnType<string, string | number, string | number>
    at: Date
    facets: string
    cells: string
    difference: string
    details: string
    is_full: Generated<boolean>
  }
  check_number: {
    id: Generated<number>
    name: string
  }
  document: {
    id: Generated<number>
    kind: string
    name: string
    source: string
    target: Generated<string>
    line: Generated<number>
    text: string
    etag: string | null
    changed_at: Generated<Date>
    changed_by: string | null
  }
  entity: {
    id: ColumnType<string, string | number | undefined, string | number>
    ref: string
    facets: string
    cells: Generated<string>
    created_at: Date | null
    evaluated_at: Date
    due_at: Date | null
    changes_since_full: Generated<number>
    revision: ColumnType<string, string | number | undefined, string | number>
  }
  exemption: {
    id: Generated<string>
    check_name: string
    entity_ref: string
    state: Generated<string>
    reason: string
    until: string
    asked_by: string
    asked_at: Generated<Date>
    decided_by: string | null
    decided_at: Date | null
    note: string | null
  }
  location: {
    target: string
    etag: string | null
    read_at: Date | null
    problems: Generated<string>
  }
  mark: {
    name: string
    value: string
    at: Generated<Date>
  }
  pending: {
    ref: string
    at: Generated<Date>
    priority: Generated<number>
    created_at: Date | null
    is_removed: Generated<boolean>
  }
}
