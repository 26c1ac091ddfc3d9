import { now } from '@portico/core/server/expressions'
import type { Kysely } from 'kysely'
import type { DevtoolsTables } from '../migrations/tables.ts'

/** What a registry said last. */
export interface NewestVersion {
  readonly askedAt: Date
  /** The last one that was told. */
  readonly version?: string
  /** Why the last question had no answer. */
  readonly failure?: string
}

/** The last answer of each registry, for all replicas. */
export function createNewestVersionStore(db: Kysely<DevtoolsTables>) {
  return {
    async find(source: string): Promise<NewestVersion | undefined> {
      const row = await db.selectFrom('newest_version').selectAll().where('source', '=', source).executeTakeFirst()
      if (!row) return undefined
      const { asked_at: askedAt, version, failure } = row
      return { askedAt, ...(version !== null && { version }), ...(failure !== null && { failure }) }
    },

    /** A failure leaves the version that was known. */
    async put(source: string, answer: { readonly version: string } | { readonly failure: string }): Promise<void> {
      const isKnown = 'version' in answer
      const row = { version: isKnown ? answer.version : null, failure: isKnown ? null : answer.failure }
      await db
        .insertInto('newest_version')
        .values({ source, ...row })
        .onConflict(conflict =>
          conflict.column('source').doUpdateSet({ ...(isKnown && { version: row.version }), failure: row.failure, asked_at: now }),
        )
        .execute()
    },
  }
}

export type NewestVersionStore = ReturnType<typeof createNewestVersionStore>
