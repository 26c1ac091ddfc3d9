import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'

/** The state of a stored value: `unknown` while it is still loading from a server. */
export type Stored<T> =
  | { readonly presence: 'unknown' | 'absent'; readonly value: undefined }
  | { readonly presence: 'present'; readonly value: T }

/** Values of one user under one name. */
export interface StorageBucket {
  /** The value at a key, now and whenever it changes, in this tab or another. The same observable each time. */
  observe<T>(key: string): Observable<Stored<T>>
  /** Values are stored as JSON. Settles when it is kept. */
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** A bucket inside this one. */
  bucket(name: string): StorageBucket
}

/** Where values of users are stored: in the browser by default, on the server where a plugin provides that. */
export interface UserStorage {
  bucket(name: string): StorageBucket
}

export const storageApiRef = defineApiRef<UserStorage>({ id: 'core.storage', description: 'Stores small values of each user' })

const absent = { presence: 'absent', value: undefined } as const

/** Buckets in the browser's storage, under keys such as `/starredEntities/entityRefs`. */
export function createBrowserBuckets(options: {
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
  readonly onError: (error: Error) => void
}): UserStorage {
  const { storage, onOtherTab, onError } = options
  const observed = new Map<string, ReturnType<typeof createObservable<Stored<unknown>>>>()

  function read(fullKey: string): Stored<unknown> {
    const json = storage.getItem(fullKey)
    if (json === null) return absent
    try {
      return { presence: 'present', value: JSON.parse(json) }
    } catch (error) {
      onError(new Error(`Error when parsing JSON config from storage for: ${fullKey.split('/').at(-1)}`, { cause: error }))
      return absent
    }
  }

  function refresh(fullKey: string) {
    observed.get(fullKey)?.set(read(fullKey))
  }

  onOtherTab(key => {
    for (const fullKey of key === undefined ? observed.keys() : [key]) refresh(fullKey)
  })

  function bucket(namespace: string): StorageBucket {
    const keyOf = (key: string) => `${namespace}/${encodeURIComponent(key)}`
    return {
      observe<T>(key: string) {
        const fullKey = keyOf(key)
        if (!observed.has(fullKey)) observed.set(fullKey, createObservable(read(fullKey)))
        return observed.get(fullKey) as Observable<Stored<T>>
      },
      async set(key, value) {
        storage.setItem(keyOf(key), JSON.stringify(value))
        refresh(keyOf(key))
      },
      async remove(key) {
        storage.removeItem(keyOf(key))
        refresh(keyOf(key))
      },
      bucket: name => bucket(`${namespace}/${name}`),
    }
  }
  return { bucket: name => bucket(`/${name}`) }
}
