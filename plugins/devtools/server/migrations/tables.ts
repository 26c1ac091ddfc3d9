// Written by `npm run tables` from the migrations. Do not edit.
import type { Generated } from 'kysely'

export interface DevtoolsTables {
  newest_version: {
    source: string
    version: string | null
    failure: string | null
    asked_at: Generated<Date>
  }
}
