import type { JWK } from 'jose'
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { CoreTables } from '../migrations/tables.ts'

/** Whose tokens a key signs: `user` for users' tokens, `plugin:<id>` for those of one plugin. */
export type KeyOwner = 'user' | `plugin:${string}`

/** A key that signs until `signsUntil`, and stays published until `publishedUntil` for tokens it has signed before. */
export interface KeyRecord {
  readonly kid: string
  readonly owner: KeyOwner
  readonly algorithm: string
  readonly publicKey: JWK
  readonly createdAt: Date
  readonly signsUntil: Date
  readonly publishedUntil: Date
}

export interface SigningKeyRecord extends KeyRecord {
  readonly privateKey: JWK
}

export type KeyStore = ReturnType<typeof createKeyStore>

/** Signing keys in the core's own schema, shared by all replicas. */
export function createKeyStore(db: Kysely<CoreTables>) {
  async function newestSigningKey(
    source: Kysely<CoreTables>,
    owner: KeyOwner,
    algorithm: string,
    now: Date,
  ): Promise<SigningKeyRecord | undefined> {
    const row = await source
      .selectFrom('signing_key')
      .selectAll()
      .where('owner', '=', owner)
      .where('algorithm', '=', algorithm)
      .where('signs_until', '>', now)
      .where('private_key', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .limit(1)
      .executeTakeFirst()
    return row && { ...toRecord(row), privateKey: row.private_key as JWK }
  }

  return {
    /** The newest key that may sign. Where there is none, one replica creates it and the others wait for it. */
    async takeSigningKey(owner: KeyOwner, algorithm: string, now: Date, make: () => Promise<SigningKeyRecord>): Promise<SigningKeyRecord> {
      const present = await newestSigningKey(db, owner, algorithm, now)
      if (present) return present
      return db.transaction().execute(async transaction => {
        await sql`select pg_advisory_xact_lock(hashtext('portico.signing_key'), hashtext(${owner}))`.execute(transaction)
        const madeMeanwhile = await newestSigningKey(transaction, owner, algorithm, now)
        if (madeMeanwhile) return madeMeanwhile
        const made = await make()
        await transaction.insertInto('signing_key').values(toRow(made)).execute()
        await transaction.deleteFrom('signing_key').where('owner', '=', owner).where('published_until', '<=', now).execute()
        await transaction
          .updateTable('signing_key')
          .set({ private_key: null })
          .where('owner', '=', owner)
          .where('signs_until', '<=', now)
          .where('private_key', 'is not', null)
          .execute()
        return made
      })
    },

    /** Every published key of every owner, the newest first. Private keys are not read. */
    async publishedKeys(now: Date): Promise<readonly KeyRecord[]> {
      const rows = await db
        .selectFrom('signing_key')
        .select(['kid', 'owner', 'algorithm', 'public_key', 'created_at', 'signs_until', 'published_until'])
        .where('published_until', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute()
      return rows.map(toRecord)
    },
  }
}

function toRecord(row: Omit<Selectable<CoreTables['signing_key']>, 'private_key'>): KeyRecord {
  return {
    kid: row.kid,
    owner: row.owner as KeyOwner,
    algorithm: row.algorithm,
    publicKey: row.public_key as JWK,
    createdAt: row.created_at,
    signsUntil: row.signs_until,
    publishedUntil: row.published_until,
  }
}

function toRow(record: SigningKeyRecord): Insertable<CoreTables['signing_key']> {
  return {
    kid: record.kid,
    owner: record.owner,
    algorithm: record.algorithm,
    public_key: JSON.stringify(record.publicKey),
    private_key: JSON.stringify(record.privateKey),
    created_at: record.createdAt,
    signs_until: record.signsUntil,
    published_until: record.publishedUntil,
  }
}
