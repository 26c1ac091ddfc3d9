import { defineApiRef } from '../apis/api-ref.ts'

/** The browser's storage; one that forgets, where the browser does not let pages store. */
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

/** Hears of changes that other tabs make; undefined when everything was cleared. */
export function onOtherTab(listener: (key: string | undefined) => void): void {
  window.addEventListener('storage', event => listener(event.key ?? undefined))
}

/** What this browser keeps, with word of every change: those of this tab, of other tabs, and of the user's other devices. */
export interface BrowserStorage {
  /** Whoever writes here is heard by `onOwnWrite`. */
  readonly storage: Storage
  /** Hears of changes that come from elsewhere; undefined when everything was cleared. */
  onOtherTab(listener: (key: string | undefined) => void): void
  /** Hears of what this tab itself stores. */
  onOwnWrite(listener: (key: string) => void): void
  /** Keeps a value that comes from another device. Whoever uses it hears of it as if another tab had stored it. */
  receive(key: string, value: string | undefined): void
}

export const browserStorageApiRef = defineApiRef<BrowserStorage>({
  id: 'core.browser-storage',
  description: 'What this browser keeps, for those who keep it elsewhere too',
})

/** Puts ears on a storage. */
export function createBrowserStorage(options: Pick<BrowserStorage, 'storage' | 'onOtherTab'>): BrowserStorage {
  const { storage } = options
  const writers = new Set<(key: string) => void>()
  const others = new Set<(key: string | undefined) => void>()
  const tellWriters = (key: string) => writers.forEach(listener => listener(key))
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
        tellWriters(key)
      },
      removeItem(key) {
        storage.removeItem(key)
        tellWriters(key)
      },
      clear: () => storage.clear(),
    },
    onOtherTab: listener => void others.add(listener),
    onOwnWrite: listener => void writers.add(listener),
    receive(key, value) {
      if (storage.getItem(key) === (value ?? null)) return
      if (value === undefined) storage.removeItem(key)
      else storage.setItem(key, value)
      for (const listener of others) listener(key)
    },
  }
}
