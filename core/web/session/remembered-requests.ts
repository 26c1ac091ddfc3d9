/** The storage key of the requests that pages began with when they were last opened. Read by the script in the page (`app/web/early.js`). */
const storageKey = '/session/first-requests'
const maxPages = 8
const maxRequests = 12
const maxUrlLength = 1500

/** By the address of a page, the one that was opened last at the end. */
type Remembered = Readonly<Record<string, readonly string[]>>

/** Remembers what the page at an address began with, so that the next visit requests it before its code has loaded. */
export function rememberRequests(storage: Storage, address: string, urls: readonly string[]): void {
  const { [address]: _before, ...others } = read(storage)
  const worth = urls.filter(({ length }) => length <= maxUrlLength).slice(0, maxRequests)
  const pages = [...Object.entries(others), ...(worth.length > 0 ? [[address, worth] as const] : [])].slice(-maxPages)
  storage.setItem(storageKey, JSON.stringify(Object.fromEntries(pages)))
}

export function forgetRequests(storage: Storage): void {
  storage.removeItem(storageKey)
}

function read(storage: Storage): Remembered {
  try {
    return (JSON.parse(storage.getItem(storageKey) ?? '{}') ?? {}) as Remembered
  } catch {
    return {}
  }
}
