// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType } from 'kysely'

export interface TechdocsTables {
  report: {
    entity_ref: string
    checked_at: Date
    last_modified_at: Date | null
    etag: string | null
    pages: number
    broken_links: number | null
    unsupported: number | null
    error: string | null
    notices: ColumnType<unknown, string, string>
  }
  search_document: {
    entity_ref: string
    documents: ColumnType<unknown, string, string>
    version: string
  }
}
