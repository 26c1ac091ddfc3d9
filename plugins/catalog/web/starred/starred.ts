import { toEntityRef } from '@portico/catalog/common'
import {
  defineApi,
  defineApiRef,
  errorApiRef,
  storageApiRef,
  type ErrorReporter,
  type Observable,
  type UserStorage,
} from '@portico/core/web'

/** What the user has starred: full refs, in the storage of their values. */
export interface StarredEntities {
  readonly starred: Observable<Starred>
  /** Adds or removes many at once. What is shown changes at once; a failure reverts it and is reported. */
  change(change: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): Promise<void>
  toggle(ref: string): Promise<void>
}

/** The refs, and whether they are known yet. */
export interface Starred {
  readonly loaded: boolean
  readonly refs: ReadonlySet<string>
}

export const starredApiRef = defineApiRef<StarredEntities>({
  id: 'plugin.catalog.starred-entities',
  description: 'What the user has starred',
})

export const starredFactory = defineApi({
  api: starredApiRef,
  uses: { storage: storageApiRef, errors: errorApiRef },
  create: createStarred,
})

export function createStarred({ storage, errors }: { readonly storage: UserStorage; readonly errors: ErrorReporter }): StarredEntities {
  const bucket = storage.bucket('starredEntities')
  const stored = bucket.observe<unknown>('entityRefs')
  const settings = storage.bucket('settings')
  const old = settings.observe<unknown>('starredEntities')
  const listeners = new Set<() => void>()
  let writing = 0
  let migrated = false
  let value: Starred = { loaded: false, refs: new Set() }

  function show(next: Starred): void {
    value = next
    for (const listener of [...listeners]) listener()
  }

  function read(): void {
    const { presence, value: kept } = stored.get()
    // A pending write is newer than what is stored.
    if (presence !== 'unknown' && writing === 0) show({ loaded: true, refs: new Set(toTexts(kept)) })
    void migrate()
  }

  async function write(refs: ReadonlySet<string>): Promise<void> {
    writing++
    show({ loaded: true, refs })
    try {
      await bucket.set('entityRefs', [...refs])
    } catch (error) {
      errors.post(error)
    } finally {
      writing--
      read()
    }
  }

  /** Stars of older versions are stored under another key, as `entity:kind:namespace:name`. They are migrated once. */
  async function migrate(): Promise<void> {
    if (migrated || !value.loaded || old.get().presence !== 'present') return
    migrated = true
    try {
      await write(new Set([...value.refs, ...toTexts(old.get().value).flatMap(toRef)]))
      await settings.remove('starredEntities')
    } catch (error) {
      errors.post(error, { hidden: true })
    }
  }

  stored.subscribe(read)
  old.subscribe(() => void migrate())
  read()

  async function change({ add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] }) {
    const gone = new Set(remove)
    await write(new Set([...[...value.refs].filter(ref => !gone.has(ref)), ...add]))
  }

  return {
    starred: {
      get: () => value,
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    change,
    toggle: ref => change(value.refs.has(ref) ? { remove: [ref] } : { add: [ref] }),
  }
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function toRef(entry: string): string[] {
  const [prefix, kind, namespace, name, ...rest] = entry.split(':')
  if (prefix !== 'entity' || rest.length > 0 || !kind || !namespace || !name) return []
  const ref = toEntityRef({ kind, namespace, name })
  return ref === undefined ? [] : [ref]
}
