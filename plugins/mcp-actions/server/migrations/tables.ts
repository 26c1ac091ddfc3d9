// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface McpActionsTables {
  agent_grant: {
    id: Generated<string>
    user_ref: string
    client_id: string
    client_name: string
    scopes: string[]
    allowed_actions: string[]
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
    wants_more_at: Date | null
  }
  approval: {
    id: Generated<string>
    grant_id: string
    user_ref: string
    agent: string
    action: string
    title: string
    input: ColumnType<unknown, string, string>
    state: string
    output: string | null
    error: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  call: {
    id: GeneratedAlways<string>
    at: Generated<Date>
    user_ref: string
    agent: string
    action: string
    result: string
    bytes: number
    duration_ms: number
    detail: string | null
  }
  client: {
    id: string
    name: string
    uri: string | null
    redirect_uris: string[]
    is_used: Generated<boolean>
    created_at: Generated<Date>
  }
  code: {
    digest: Buffer
    grant_id: string
    client_id: string
    redirect_uri: string
    challenge: string
    expires_at: Date
    used_at: Date | null
  }
  request: {
    id: string
    client_id: string
    client_name: string
    client_uri: string | null
    redirect_uri: string
    scopes: string[]
    state: string | null
    challenge: string
    expires_at: Date
  }
  token: {
    digest: Buffer
    grant_id: string
    is_refresh: boolean
    expires_at: Date
    used_at: Date | null
  }
  usage: {
    grant_id: string
    day: Date
    calls: number
    bytes: ColumnType<string, string | number, string | number>
    runs: number
  }
}
