// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface CatalogTables {
  bucket: {
    id: number
    due_at: Date | null
    read_at: Date | null
    previous_read_at: Date | null
  }
  change: {
    revision: ColumnType<string, string | number, string | number>
    sequence: number
    at: Generated<Date>
    entity_id: number
    ref: string
    kind: string
    fields: Generated<string[]>
    relations_added: Generated<string[]>
    relations_removed: Generated<string[]>
    source: string | null
    source_revision: string | null
    final_before: string | null
    definition_id: string | null
    definition_at: number | null
  }
  claim: {
    id: GeneratedAlways<string>
    owner: string
    source_id: number[]
    lease_until: Date
  }
  conflict: {
    source_id: number
    ref_id: number
    location_key: string | null
    line: number | null
    since: Generated<Date>
    document: string | null
  }
  definition: {
    id: string
    text: string
  }
  entity: {
    id: number
    ref: string
    uid: string
    source_id: number | null
    location_key: string | null
    is_root: Generated<boolean>
    is_orphan: Generated<boolean>
    has_own_etag: Generated<boolean>
    input_hash: string | null
    core_hash: string
    revision: ColumnType<string, string | number, string | number>
    created_at: Generated<Date>
    processed_at: Generated<Date>
    errors: ColumnType<unknown, string | null, string | null>
    etag: string
    core: string
    orphan_core: string | null
    relations: string
    status: string | null
    core_revision: ColumnType<string, string | number, string | number>
    definition_id: string | null
    definition_at: number | null
  }
  entity_text: {
    id: number | null
    ref: string | null
    uid: string | null
    revision: ColumnType<string | null, string | number | null, string | number | null>
    core_revision: ColumnType<string | null, string | number | null, string | number | null>
    head: string | null
    tail: string | null
    text: string | null
    definition_id: string | null
    definition_at: number | null
    bare_head: string | null
    bare_text: string | null
    short_head: string | null
    short_text: string | null
  }
  index_part: {
    version: string
    part: number
    bytes: Buffer
    revision: ColumnType<string, string | number, string | number>
    saved_at: Generated<Date>
  }
  location: {
    id: Generated<string>
    type: string
    target: string
    entity_ref: string
    created_at: Generated<Date>
  }
  publication: {
    is_only: Generated<boolean>
    revision: ColumnType<string, string | number, string | number>
  }
  ref_name: {
    id: GeneratedAlways<number>
    ref: string
  }
  refresh_key: {
    source_id: number
    key: string
  }
  relation: {
    from_id: number
    to_id: number
    type_id: number
    origin_id: number | null
  }
  relation_type: {
    id: GeneratedAlways<number>
    type: string
    inverse: string
  }
  revision: {
    is_only: Generated<boolean>
    value: ColumnType<string, string | number, string | number>
  }
  source: {
    id: GeneratedAlways<number>
    type: string
    target: string
    origin: string
    depth: Generated<number>
    is_config: Generated<boolean>
    location_id: string | null
    fingerprint: string | null
    etag: string | null
    content_hash: string | null
    version: string | null
    dependencies: ColumnType<unknown, string | null, string | null>
    generation: Generated<number>
    failures: Generated<number>
    error: ColumnType<unknown, string | null, string | null>
    problems: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
    read_at: Date | null
    succeeded_at: Date | null
    changed_at: Date | null
    due_at: Date | null
    document_id: number[] | null
    document_line: number[] | null
    crashes: Generated<number>
    suspect_hash: string | null
  }
  source_edge: {
    parent_id: number
    source_id: number
    via_id: number | null
    is_optional: boolean
  }
  source_match: {
    pattern_id: number
    source_id: number
  }
  source_parent: {
    source_id: number | null
    parent_id: number | null
  }
  stitch: {
    id: number
    since: Generated<Date>
    failures: Generated<number>
    error: ColumnType<unknown, string | null, string | null>
    retry_at: Date | null
    is_deferred: Generated<boolean>
  }
  unprocessed: {
    id: Generated<string>
    source_id: number
    ref: string
    location_key: string | null
    line: number | null
    errors: ColumnType<unknown, string, string>
    document: string
    attempts: Generated<number>
    since: Generated<Date>
  }
  way: {
    source_id: number | null
    via_id: number | null
    is_optional: boolean | null
    step: number | null
  }
}
