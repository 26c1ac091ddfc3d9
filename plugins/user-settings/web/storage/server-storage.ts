import {
  createObservable,
  type BrowserStorage,
  type Observable,
  type SignedInUser,
  type UserStorage,
  type StorageBucket,
  type Stored,
} from '@portico/core/web'
import { absent, createLocalCopies, unknown, type Place } from './local-copies.ts'
import { isLater, type SettingRequests } from './setting-requests.ts'

export interface ServerStorageOptions {
  readonly browser: BrowserStorage
  readonly requests: SettingRequests
  readonly user: Observable<SignedInUser | undefined>
  readonly onError: (error: Error) => void
  /** How long the first pause is after which a write is tried again. */
  readonly retryMs?: number
}

interface Entry extends Place {
  readonly stored: ReturnType<typeof createObservable<Stored<unknown>>>
  /** Counts changes made here: what was asked for before the last of them is out of date. */
  changes: number
  sending: Promise<void>
}

const maxBackoffMs = 60_000

/** Values that follow the user: kept by the server, with a copy in the browser. Guests have only the copy. */
export function createServerStorage({ browser, requests, user, onError, retryMs = 2000 }: ServerStorageOptions) {
  const copies = createLocalCopies(browser.storage, onError)
  const entries = new Map<string, Entry>()
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Whose values the server keeps; undefined for guests and while nobody is signed in. */
  function owner(): string | undefined {
    const current = user.get()
    return current && !current.isGuest ? current.userEntityRef : undefined
  }

  function entryOf(place: Place): Entry {
    const id = copies.keyOf(undefined, place)
    const before = entries.get(id)
    if (before) return before
    const entry: Entry = { ...place, stored: createObservable<Stored<unknown>>(unknown), changes: 0, sending: Promise.resolve() }
    entries.set(id, entry)
    recall(entry)
    return entry
  }

  /** Shows the copy at once, and what the server says when it has answered. */
  function recall(entry: Entry): void {
    const copy = copies.read(owner(), entry)
    entry.stored.set(owner() !== undefined && copy.presence === 'absent' ? unknown : copy)
    fetch(entry)
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
      if (isLater(error)) return sendLater()
      // The server will never take it: what it has is what counts.
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
    for (const place of copies.unsent(sender).list()) queue(entryOf(place), sender).catch(onError)
  }

  /** One after the other, so that the last one wins. */
  function queue(entry: Entry, sender: string): Promise<void> {
    const sent = entry.sending.then(() => send(entry, sender))
    entry.sending = sent.catch(() => undefined)
    return sent
  }

  /** Shown at once. Settles when the server has it, or the browser keeps it for later. */
  async function change(place: Place, next: Stored<unknown>): Promise<void> {
    const entry = entryOf(place)
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
      // Through JSON: whoever observes gets what somebody on another device would.
      set: (key, value) => change({ names, key }, { presence: 'present', value: JSON.parse(JSON.stringify(value)) }),
      remove: key => change({ names, key }, absent),
      bucket: name => bucket([...names, name]),
    }
  }

  user.subscribe(() => {
    entries.forEach(recall)
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
    /** Something may have changed elsewhere: at this place, or anywhere. */
    refresh(place?: Place): void {
      const known = place && entries.get(copies.keyOf(undefined, place))
      for (const entry of place ? [known] : entries.values()) if (entry) fetch(entry)
      if (!place) sendUnsent()
    },
  }
}

export type ServerStorage = ReturnType<typeof createServerStorage>

function isSame(one: Stored<unknown>, other: Stored<unknown>): boolean {
  return one.presence === other.presence && JSON.stringify(one.value) === JSON.stringify(other.value)
}
