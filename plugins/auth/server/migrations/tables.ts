// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface AuthTables {
  blocked_user: {
    user_ref: string
    blocked_at: Generated<Date>
    blocked_by: string
    reason: string | null
  }
  refresh_share: {
    token_digest: string
    sealed: Buffer | null
    valid_until: Date
  }
  session: {
    id: Generated<string>
    user_ref: string
    provider: string
    key: string
    began_at: Date
    renewed_at: Date
    expires_at: Date
    address: string
    user_agent: string
  }
  user_info: {
    sub: string
    ent: string[]
    claims: ColumnType<unknown, string, string>
    updated_at: Date
    origin: string | null
  }
}
