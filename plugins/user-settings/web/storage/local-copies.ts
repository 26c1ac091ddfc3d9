import type { Stored } from '@portico/core/web'

/** The path of a value: the names of its nested buckets, outermost first, and its key. */
export interface SettingPath {
  readonly names: readonly string[]
  readonly key: string
}

export const unknown: Stored<never> = { presence: 'unknown', value: undefined }
export const absent: Stored<never> = { presence: 'absent', value: undefined }

/** The copies of a user's values in this browser: the first page is drawn from them, and they are used while the server is unavailable. */
export function createLocalCopies(storage: Storage, onError: (error: Error) => void) {
  /** Guests share one name, so their values use the keys of the core's own storage: they belong to the browser. */
  function keyOf(user: string | undefined, { names, key }: SettingPath): string {
    const path = `/${names.join('/')}/${encodeURIComponent(key)}`
    return user === undefined ? path : `user-settings:${user}:${path}`
  }

  function parse(text: string, key: string): Stored<unknown> {
    try {
      return { presence: 'present', value: JSON.parse(text) }
    } catch (error) {
      // Deferred, since a component may be rendering.
      queueMicrotask(() => onError(new Error(`Error when parsing JSON config from storage for: ${key}`, { cause: error })))
      return absent
    }
  }

  return {
    keyOf,
    read(user: string | undefined, path: SettingPath): Stored<unknown> {
      const text = storage.getItem(keyOf(user, path))
      return text === null ? absent : parse(text, path.key)
    },
    write(user: string | undefined, path: SettingPath, stored: Stored<unknown>): void {
      const key = keyOf(user, path)
      if (stored.presence === 'present') storage.setItem(key, JSON.stringify(stored.value))
      else storage.removeItem(key)
    },
    /** Values that the server has not accepted yet. They are stored, so a closed page loses nothing. */
    unsent(user: string) {
      const key = `user-settings:${user}:unsent`
      const load = () => {
        const stored = parse(storage.getItem(key) ?? '[]', 'unsent').value
        return new Map((Array.isArray(stored) ? stored : []).filter(isSettingPath).map(path => [keyOf(user, path), path]))
      }
      const save = (paths: ReadonlyMap<string, SettingPath>) => {
        if (paths.size === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify([...paths.values()]))
      }
      return {
        list: (): SettingPath[] => [...load().values()],
        has: (path: SettingPath): boolean => load().has(keyOf(user, path)),
        add: ({ names, key: own }: SettingPath) => save(load().set(keyOf(user, { names, key: own }), { names, key: own })),
        remove(path: SettingPath) {
          const paths = load()
          if (paths.delete(keyOf(user, path))) save(paths)
        },
      }
    },
  }
}

function isSettingPath(value: unknown): value is SettingPath {
  const { names, key } = (value ?? {}) as Partial<Record<keyof SettingPath, unknown>>
  return Array.isArray(names) && names.every(name => typeof name === 'string') && typeof key === 'string'
}
