import type { Stored } from '@portico/core/web'

/** Where a value is kept: the names of its bucket, from the outermost, and its key. */
export interface Place {
  readonly names: readonly string[]
  readonly key: string
}

export const unknown: Stored<never> = { presence: 'unknown', value: undefined }
export const absent: Stored<never> = { presence: 'absent', value: undefined }

/** What a user's values are in this browser: what the first page is drawn from, and what there is while the server is away. */
export function createLocalCopies(storage: Storage, onError: (error: Error) => void) {
  /** Guests share a name, so theirs stand where the portal alone would keep them: they belong to the browser. */
  function keyOf(user: string | undefined, { names, key }: Place): string {
    const path = `/${names.join('/')}/${encodeURIComponent(key)}`
    return user === undefined ? path : `user-settings:${user}:${path}`
  }

  function parse(text: string, key: string): Stored<unknown> {
    try {
      return { presence: 'present', value: JSON.parse(text) }
    } catch (error) {
      // Not now: somebody may be drawing.
      queueMicrotask(() => onError(new Error(`Error when parsing JSON config from storage for: ${key}`, { cause: error })))
      return absent
    }
  }

  return {
    keyOf,
    read(user: string | undefined, place: Place): Stored<unknown> {
      const text = storage.getItem(keyOf(user, place))
      return text === null ? absent : parse(text, place.key)
    },
    write(user: string | undefined, place: Place, stored: Stored<unknown>): void {
      const key = keyOf(user, place)
      if (stored.presence === 'present') storage.setItem(key, JSON.stringify(stored.value))
      else storage.removeItem(key)
    },
    /** What the server has not taken yet. It outlives the page: nothing is lost by closing the lid. */
    unsent(user: string) {
      const key = `user-settings:${user}:unsent`
      const load = () => {
        const stored = parse(storage.getItem(key) ?? '[]', 'unsent').value
        return new Map((Array.isArray(stored) ? stored : []).filter(isPlace).map(place => [keyOf(user, place), place]))
      }
      const save = (places: ReadonlyMap<string, Place>) => {
        if (places.size === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify([...places.values()]))
      }
      return {
        list: (): Place[] => [...load().values()],
        has: (place: Place): boolean => load().has(keyOf(user, place)),
        add: ({ names, key: own }: Place) => save(load().set(keyOf(user, { names, key: own }), { names, key: own })),
        remove(place: Place) {
          const places = load()
          if (places.delete(keyOf(user, place))) save(places)
        },
      }
    },
  }
}

function isPlace(value: unknown): value is Place {
  const { names, key } = (value ?? {}) as Partial<Record<keyof Place, unknown>>
  return Array.isArray(names) && names.every(name => typeof name === 'string') && typeof key === 'string'
}
