import {
  createObservable,
  type BrowserStorage,
  type Observable,
  type SignedInUser,
  type UserStorage,
  type StorageBucket,
  type Stored,
} from '@portico/core/web'
import { absent, createLocalCopies, unknown, type SettingPath } from './local-copies.ts'
import { isRetryable, type SettingRequests } from './setting-requests.ts'

export interface ServerStorageOptions {
  readonly browser: BrowserStorage
  readonly requests: SettingRequests
  readonly user: Observable<SignedInUser | undefined>
  /** Whether guests begin with values of the server. */
  readonly hasStartingValues?: boolean
  readonly onError: (error: Error) => void
  /** The delay before the first retry of a write. */
  readonly retryMs?: number
}

interface Entry extends SettingPath {
  readonly stored: ReturnType<typeof createObservable<Stored<unknown>>>
  /** Counts changes made here: answers to reads that began before the last of them are out of date. */
  changes: number
  sending: Promise<void>
}

const maxBackoffMs = 60_000

/** Values that follow the user: kept by the server, with a copy in the browser. Guests have only the copy. */
export function createServerStorage({ browser, requests, user, onError, hasStartingValues = false, retryMs = 2000 }: ServerStorageOptions) {
  const copies = createLocalCopies(browser.storage, onError)
  const entries = new Map<string, Entry>()
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whose values the server keeps; undefined for guests and before sign-in. */
  function owner(): string | undefined {
    const current = user.get()
    return current && !current.isGuest ? current.userEntityRef : undefined
  }

  function entryOf(path: SettingPath): Entry {
    const id = copies.keyOf(undefined, path)
    const before = entries.get(id)
    if (before) return before
    const entry: Entry = { ...path, stored: createObservable<Stored<unknown>>(unknown), changes: 0, sending: Promise.resolve() }
    entries.set(id, entry)
    reload(entry)
    return entry
  }

  /** Shows the copy at once, and the server's value when it has answered. */
  function reload(entry: Entry): void {
    const copy = copies.read(owner(), entry)
    const isStarting = hasStartingValues && user.get()?.isGuest === true && copy.presence === 'absent'
    entry.stored.set((owner() !== undefined && copy.presence === 'absent') || isStarting ? unknown : copy)
    if (isStarting) void begin(entry)
    else fetch(entry)
  }

  /** The value that a guest begins with is from then on the browser's own. */
  async function begin(entry: Entry): Promise<void> {
    const { changes } = entry
    const starting = await requests.readStarting(entry)
    if (owner() !== undefined || entry.changes !== changes) return
    if (starting.presence === 'present') copies.write(undefined, entry, starting)
    entry.stored.set(starting)
  }

  function fetch(entry: Entry): void {
    const asking = owner()
    if (asking === undefined) return
    const { changes } = entry
    requests.read(entry, answer => {
      if (owner() !== asking || entry.changes !== changes || copies.unsent(asking).has(entry)) return
      if (!answer) return entry.stored.get().presence === 'unknown' ? entry.stored.set(absent) : undefined
      if (isSame(answer, entry.stored.get())) return
      copies.write(asking, entry, answer)
      entry.stored.set(answer)
    })
  }

  async function send(entry: Entry, sender: string): Promise<void> {
    const unsent = copies.unsent(sender)
    if (owner() !== sender || !unsent.has(entry)) return
    const { changes } = entry
    try {
      await requests.write(entry, copies.read(sender, entry))
      retries = 0
      if (entry.changes === changes) unsent.remove(entry)
    } catch (error) {
      if (isRetryable(error)) return sendLater()
      // The server will never accept it: its own value is used.
      unsent.remove(entry)
      entry.changes++
      fetch(entry)
      throw error
    }
  }

  function sendLater(): void {
    clearTimeout(timer)
    timer = setTimeout(sendUnsent, Math.min(retryMs * 2 ** retries++, maxBackoffMs))
  }

  function sendUnsent(): void {
    const sender = owner()
    if (sender === undefined) return
    for (const path of copies.unsent(sender).list()) queue(entryOf(path), sender).catch(onError)
  }

  /** One after the other, so that the last one wins. */
  function queue(entry: Entry, sender: string): Promise<void> {
    const sent = entry.sending.then(() => send(entry, sender))
    entry.sending = sent.catch(() => undefined)
    return sent
  }

  /** Shown at once. Settles when the server has stored it, or the browser keeps it for a later retry. */
  async function change(path: SettingPath, next: Stored<unknown>): Promise<void> {
    const entry = entryOf(path)
    const sender = owner()
    entry.changes++
    copies.write(sender, entry, next)
    entry.stored.set(next)
    if (sender === undefined) return
    copies.unsent(sender).add(entry)
    await queue(entry, sender)
  }

  function bucket(names: readonly string[]): StorageBucket {
    return {
      observe: <T>(key: string) => entryOf({ names, key }).stored as Observable<Stored<T>>,
      // Through JSON: observers get the same value as on another device.
      set: (key, value) => change({ names, key }, { presence: 'present', value: JSON.parse(JSON.stringify(value)) }),
      remove: key => change({ names, key }, absent),
      bucket: name => bucket([...names, name]),
    }
  }

  user.subscribe(() => {
    entries.forEach(reload)
    sendUnsent()
  })
  browser.onOtherTab(key => {
    for (const entry of entries.values()) {
      if (key !== undefined && key !== copies.keyOf(owner(), entry)) continue
      entry.changes++
      entry.stored.set(copies.read(owner(), entry))
    }
  })

  const api: UserStorage = { bucket: name => bucket([name]) }
  return {
    api,
    owner,
    /** Reads one value again, or all of them, since they may have changed elsewhere. */
    refresh(path?: SettingPath): void {
      const known = path && entries.get(copies.keyOf(undefined, path))
      for (const entry of path ? [known] : entries.values()) if (entry) fetch(entry)
      if (!path) sendUnsent()
    },
  }
}

export type ServerStorage = ReturnType<typeof createServerStorage>

function isSame(one: Stored<unknown>, other: Stored<unknown>): boolean {
  return one.presence === other.presence && JSON.stringify(one.value) === JSON.stringify(other.value)
}
