import { defineApiRef } from '../apis/api-ref.ts'

/** The browser's storage; one in memory, where the browser denies it. */
export function browserStorage(): Storage {
  try {
    const storage = window.localStorage
    storage.getItem('theme')
    return storage
  } catch {
    return createMemoryStorage()
  }
}

export function createMemoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: index => [...values.keys()][index] ?? null,
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
    clear: () => values.clear(),
  }
}

/** Listens for changes of other tabs; the key is undefined when everything was cleared. */
export function onOtherTab(listener: (key: string | undefined) => void): void {
  window.addEventListener('storage', event => listener(event.key ?? undefined))
}

/** The browser's storage with notifications of every change: of this tab, of other tabs, and of the user's other devices. */
export interface BrowserStorage {
  /** Writes here are reported by `onOwnWrite`. */
  readonly storage: Storage
  /** Listens for changes that come from elsewhere until what it returns is called; the key is undefined when everything was cleared. */
  onOtherTab(listener: (key: string | undefined) => void): () => void
  /** Listens for what this tab itself stores. */
  onOwnWrite(listener: (key: string) => void): void
  /** Stores a value that comes from another device. Listeners are notified as if another tab had stored it. */
  receive(key: string, value: string | undefined): void
}

export const browserStorageApiRef = defineApiRef<BrowserStorage>({
  id: 'core.browser-storage',
  description: 'The storage of this browser, for copying it elsewhere',
})

/** Adds listeners to a storage. */
export function createBrowserStorage(options: {
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
}): BrowserStorage {
  const { storage } = options
  const writers = new Set<(key: string) => void>()
  const others = new Set<(key: string | undefined) => void>()
  const notifyWriters = (key: string) => writers.forEach(listener => listener(key))
  options.onOtherTab(key => others.forEach(listener => listener(key)))
  return {
    storage: {
      get length() {
        return storage.length
      },
      key: index => storage.key(index),
      getItem: key => storage.getItem(key),
      setItem(key, value) {
        storage.setItem(key, value)
        notifyWriters(key)
      },
      removeItem(key) {
        storage.removeItem(key)
        notifyWriters(key)
      },
      clear: () => storage.clear(),
    },
    onOtherTab(listener) {
      others.add(listener)
      return () => void others.delete(listener)
    },
    onOwnWrite: listener => void writers.add(listener),
    receive(key, value) {
      if (storage.getItem(key) === (value ?? null)) return
      if (value === undefined) storage.removeItem(key)
      else storage.setItem(key, value)
      for (const listener of others) listener(key)
    },
  }
}
