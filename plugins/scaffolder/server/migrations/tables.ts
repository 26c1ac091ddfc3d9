// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface ScaffolderTables {
  encryption_key: {
    id: number
    key: Buffer
  }
  origin: {
    id: Generated<string>
    number: GeneratedAlways<string>
    repository: string
    task_id: string | null
    template_ref: string
    template_version: string | null
    title: string
    address: string | null
    contents_url: string | null
    run: ColumnType<unknown, string, string>
    parts: ColumnType<unknown, string, string>
    base: Buffer | null
    created_by: string | null
    created_at: Generated<Date>
    upgraded_at: Date | null
    upgrade_task_id: string | null
    request: ColumnType<unknown, string | null, string | null>
    request_base: Buffer | null
  }
  task: {
    id: string
    number: GeneratedAlways<string>
    template_ref: string | null
    spec: ColumnType<unknown, string, string>
    status: Generated<string>
    created_by: string | null
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
    last_heartbeat_at: Date | null
    sealed: Buffer | null
    state: Buffer | null
    claim: string | null
    waiting: ColumnType<unknown, string | null, string | null>
    wait_details: ColumnType<unknown, string | null, string | null>
    hook_digest: Buffer | null
    hidden_until: ColumnType<string, string | number | undefined, string | number>
    is_cancelled: Generated<boolean>
    is_retried: Generated<boolean>
    tried_by: Generated<string[]>
    step_id: string | null
    retried_by: Generated<string[]>
  }
  task_effect: {
    id: GeneratedAlways<string>
    task_id: string
    step_id: string
    action: string
    kind: string
    title: string
    address: string | null
    undo: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
    undone_at: Date | null
    undo_error: string | null
  }
  task_event: {
    id: GeneratedAlways<string>
    task_id: string
    type: string
    body: ColumnType<unknown, string, string>
    created_at: Generated<Date>
  }
  task_workspace: {
    task_id: string
    archive: Buffer | null
    changed_at: Generated<Date>
    place: string | null
  }
  template_part: {
    kind: string
    target: string
    origin: string | null
    digest: string
    revision: string | null
    number: Generated<number>
    changed_at: Generated<Date>
    checked_at: Generated<Date>
  }
  workspace_garbage: {
    place: string
    due_at: Generated<Date>
  }
}
