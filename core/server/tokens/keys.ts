import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CryptoKey, JWK } from 'jose'
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CoreConfig } from '../config/core-config.ts'
import type { Logger } from '../operations/log.ts'
import type { KeyOwner, KeyRecord, KeyStore, SigningKeyRecord } from './key-store.ts'

/** What `auth.identityTokenAlgorithm` may name. */
export type SigningAlgorithm = CoreConfig['auth.identityTokenAlgorithm']

export interface SigningKey {
  readonly kid: string
  readonly algorithm: string
  readonly key: CryptoKey
  readonly signsUntil: number
}

export interface VerificationKey {
  readonly algorithm: string
  readonly key: CryptoKey
}

interface KeysDependencies {
  readonly store: KeyStore
  readonly log: Logger
  readonly now?: () => number
  /** The minimum time between two lookups of unknown keys in the database. */
  readonly refetchPauseMs?: number
  /** Keys held in memory are read again after this time, so that a key removed from the database becomes invalid on every replica. */
  readonly refreshAfterMs?: number
}

export type Keys = ReturnType<typeof createKeys>

/** Signing and verification keys of this process, read from and made in the database that all replicas share. */
export function createKeys({ store, log, now = Date.now, refetchPauseMs = 250, refreshAfterMs = 300_000 }: KeysDependencies) {
  const signing = new Map<KeyOwner, SigningKey>()
  const taking = new Map<KeyOwner, Promise<SigningKey>>()
  let published = new Map<string, KeyRecord>()
  let imported = new Map<string, Promise<CryptoKey>>()
  let loadedAt = -Infinity
  let lastFetchAt = -Infinity
  let nextFetch: Promise<void> | undefined

  async function load(): Promise<void> {
    const records = await store.publishedKeys(new Date(now()))
    published = new Map(records.map(record => [record.kid, record]))
    imported = new Map([...imported].filter(([kid]) => published.has(kid)))
    loadedAt = now()
  }

  // Callers never join a fetch that is already under way: it may have read the table before their key was written.
  function refetch(): Promise<void> {
    const waitMs = lastFetchAt + refetchPauseMs - performance.now()
    nextFetch ??= (waitMs > 0 ? pause(waitMs) : Promise.resolve()).then(() => {
      nextFetch = undefined
      lastFetchAt = performance.now()
      return load()
    })
    return nextFetch
  }

  function find(owner: KeyOwner, kid: string): KeyRecord | undefined {
    const record = published.get(kid)
    return record?.owner === owner && record.publishedUntil.getTime() > now() ? record : undefined
  }

  async function take(owner: KeyOwner, algorithm: SigningAlgorithm, lifetimeMs: number): Promise<SigningKey> {
    const at = now()
    const record = await store.takeSigningKey(owner, algorithm, new Date(at), () => makeKey(owner, algorithm, at, lifetimeMs))
    const { privateKey, ...shown } = record
    published.set(record.kid, shown)
    const key: SigningKey = {
      kid: record.kid,
      algorithm: record.algorithm,
      key: await importKey(privateKey, record.algorithm),
      signsUntil: record.signsUntil.getTime(),
    }
    signing.set(owner, key)
    log.debug({ owner, kid: key.kid, signsUntil: record.signsUntil }, 'signing key in use')
    return key
  }

  return {
    /** The key to sign with now; a new one after `lifetimeMs`, which should be the maximum lifetime of the tokens it signs. */
    async signingKey(owner: KeyOwner, algorithm: SigningAlgorithm, lifetimeMs: number): Promise<SigningKey> {
      const held = signing.get(owner)
      if (held && held.algorithm === algorithm && held.signsUntil > now()) return held
      let pending = taking.get(owner)
      if (!pending) {
        pending = take(owner, algorithm, lifetimeMs).finally(() => taking.delete(owner))
        taking.set(owner, pending)
      }
      return pending
    },

    /** The key that a token names; undefined when it is not published. */
    async verificationKey(owner: KeyOwner, kid: string): Promise<VerificationKey | undefined> {
      if (!find(owner, kid)) await refetch()
      else if (loadedAt + refreshAfterMs < now()) {
        refetch().catch((error: unknown) => log.warn({ error }, 'published keys could not be read again'))
      }
      const record = find(owner, kid)
      if (!record) return undefined
      let key = imported.get(kid)
      if (!key) {
        key = importKey(record.publicKey, record.algorithm)
        imported.set(kid, key)
      }
      return { algorithm: record.algorithm, key: await key }
    },

    /** What is served as a JSON Web Key Set: the published keys of one owner, the newest first. */
    async publicKeys(owner: KeyOwner): Promise<{ readonly keys: readonly JWK[] }> {
      await refetch()
      return { keys: [...published.values()].filter(record => record.owner === owner).map(record => record.publicKey) }
    },
  }
}

async function makeKey(owner: KeyOwner, algorithm: SigningAlgorithm, at: number, lifetimeMs: number): Promise<SigningKeyRecord> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const kid = randomUUID()
  const marks = { kid, alg: algorithm, use: 'sig' }
  return {
    kid,
    owner,
    algorithm,
    publicKey: { ...(await exportJWK(pair.publicKey)), ...marks },
    privateKey: { ...(await exportJWK(pair.privateKey)), ...marks },
    createdAt: new Date(at),
    signsUntil: new Date(at + lifetimeMs),
    publishedUntil: new Date(at + 3 * lifetimeMs),
  }
}

async function importKey(jwk: JWK, algorithm: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new TypeError('a signing key in the database is symmetric')
  return key
}
