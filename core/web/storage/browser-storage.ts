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
