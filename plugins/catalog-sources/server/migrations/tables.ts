// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface CatalogSourcesTables {
  scim_resource: {
    id: string
    type: string
    key: string
    data: ColumnType<unknown, string, string>
    created_at: Date
    changed_at: Date
  }
  source: {
    id: string
    is_paused: Generated<boolean>
    snapshot: ColumnType<unknown, string | undefined, string>
    last_run: ColumnType<unknown, string | null, string | null>
    last_delivery: ColumnType<unknown, string | null, string | null>
    version: string | null
    read_at: Date | null
  }
}
