import { sql, type Kysely, type Selectable } from 'kysely'
import type { McpActionsTables } from '../migrations/tables.ts'

/** What an agent has asked for, until the user decides. */
export interface PendingRequest {
  readonly id: string
  readonly clientId: string
  readonly clientName: string
  readonly clientUri?: string | undefined
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state?: string | undefined
  readonly challenge: string
  readonly expiresAt: Date
}

/** A code that can be exchanged once. */
export interface Code {
  readonly digest: Buffer
  readonly grantId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly expiresAt: Date
}

/** Requests of agents, and the codes that come of them. */
export function createRequestStore(db: Kysely<McpActionsTables>) {
  return {
    /** False where as many of its client wait already as may: nobody fills the database with what no user has seen. */
    async add(
      { id, clientId, clientName, clientUri, redirectUri, scopes, state, challenge, expiresAt }: PendingRequest,
      max: number,
    ): Promise<boolean> {
      const { numAffectedRows = 0n } = await sql`
        insert into request (id, client_id, client_name, client_uri, redirect_uri, scopes, state, challenge, expires_at)
        select ${id}, ${clientId}, ${clientName}, ${clientUri ?? null}, ${redirectUri}, ${[...scopes]}::text[], ${state ?? null}, ${challenge}, ${expiresAt}
        where (select count(*) from request where client_id = ${clientId} and expires_at > now()) < ${max}`.execute(db)
      return numAffectedRows > 0n
    },

    async find(id: string, now: Date): Promise<PendingRequest | undefined> {
      const row = await db.selectFrom('request').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
      return row && toRequest(row)
    },

    /** Whoever takes it first decides. */
    async take(id: string, now: Date): Promise<PendingRequest | undefined> {
      const row = await db.deleteFrom('request').where('id', '=', id).where('expires_at', '>', now).returningAll().executeTakeFirst()
      return row && toRequest(row)
    },

    async addCode(code: Code): Promise<void> {
      await db
        .insertInto('code')
        .values({
          digest: code.digest,
          grant_id: code.grantId,
          client_id: code.clientId,
          redirect_uri: code.redirectUri,
          challenge: code.challenge,
          expires_at: code.expiresAt,
        })
        .execute()
    },

    /** The code, and whether this is its first use. It is used up in any case. */
    async useCode(digest: Buffer, now: Date): Promise<{ readonly code: Code; readonly isFirst: boolean } | undefined> {
      const used = await db
        .updateTable('code')
        .set({ used_at: now })
        .where('digest', '=', digest)
        .where('used_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (used) return { code: toCode(used), isFirst: true }
      const before = await db.selectFrom('code').selectAll().where('digest', '=', digest).executeTakeFirst()
      return before && { code: toCode(before), isFirst: false }
    },

    /** Codes stay a while, to see that one is used twice. */
    async prune(before: Date): Promise<void> {
      await db
        .deleteFrom('request')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
      await db.deleteFrom('code').where('expires_at', '<', before).execute()
    },
  }
}

export type RequestStore = ReturnType<typeof createRequestStore>

function toRequest(row: Selectable<McpActionsTables['request']>): PendingRequest {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    clientUri: row.client_uri ?? undefined,
    redirectUri: row.redirect_uri,
    scopes: row.scopes,
    state: row.state ?? undefined,
    challenge: row.challenge,
    expiresAt: row.expires_at,
  }
}

function toCode(row: Selectable<McpActionsTables['code']>): Code {
  return {
    digest: row.digest,
    grantId: row.grant_id,
    clientId: row.client_id,
    redirectUri: row.redirect_uri,
    challenge: row.challenge,
    expiresAt: row.expires_at,
  }
}
