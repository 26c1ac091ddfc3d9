// Written by `npm run tables` from the migrations. Do not edit.
import type { Generated } from 'kysely'

export interface UserSettingsTables {
  access_token: {
    id: Generated<string>
    user_ref: string
    name: string
    digest: Buffer
    hint: string
    read_only: boolean
    plugins: string[] | null
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
  }
  setting: {
    user_ref: string
    bucket: string
    key: string
    value: string
    changed_at: Generated<Date>
  }
  sign_out: {
    user_ref: string
    ended_at: Date
  }
}
