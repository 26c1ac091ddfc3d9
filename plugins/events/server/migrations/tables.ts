// Written by `npm run tables` from the migrations. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface EventsTables {
  delivery: {
    topic: string
    taken_at: Date | null
    refused_at: Date | null
    refusal: string | null
  }
  event: {
    id: GeneratedAlways<string>
    topic: string
    payload: ColumnType<unknown, string, string>
    notified: string[]
    at: Generated<Date>
  }
  seen_delivery: {
    digest: string
    at: Generated<Date>
  }
  subscription: {
    id: string
    topics: string[]
    read_to: ColumnType<string, string | number, string | number>
    seen_at: Generated<Date>
  }
}
