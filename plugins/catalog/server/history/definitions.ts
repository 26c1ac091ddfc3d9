import type { Entity } from '@portico/catalog/common'
import type { Principal } from '@portico/core/server'
import type { AccessFilter } from '../reading/access-filter.ts'
import type { DefinitionStore } from './definition-store.ts'

/** The definition of an API (`spec.definition`), without its text: that may have megabytes. */
export interface CatalogDefinition {
  /** The hash of its text. */
  readonly id: string
  /** `spec.type`. */
  readonly type: string
  readonly bytes: number
}

/** One of the definitions that an API has had. */
export interface CatalogDefinitionVersion extends CatalogDefinition {
  /** When it came; absent where that is longer ago than the history goes. */
  readonly at?: string
  readonly sourceRevision?: string
  readonly isCurrent: boolean
}

/** The definitions of APIs for other plugins. Only versions are checked for the caller: who may read an entity need not have been able to before. */
export interface CatalogDefinitions {
  /** Undefined where there is no entity, or it has no definition. */
  current(ref: string): Promise<CatalogDefinition | undefined>
  /** Those that the history has, the newest first, each text once. For a caller, those that it may read. */
  versions(ref: string, caller?: Principal): Promise<CatalogDefinitionVersion[]>
  /** The text of the current definition or of an older one, by its id. */
  text(ref: string, id: string): Promise<string | undefined>
}

interface Dependencies {
  readonly store: DefinitionStore
  readonly accessFilter: (caller: Principal) => Promise<AccessFilter>
}

/** The definitions of APIs, from the entities and their history. */
export function createDefinitions({ store, accessFilter }: Dependencies): CatalogDefinitions {
  async function current(ref: string): Promise<CatalogDefinition | undefined> {
    const row = await store.current(ref.toLowerCase())
    return row && { ...row, type: row.type ?? '' }
  }

  return {
    current,
    async versions(ref, caller) {
      const canRead = caller ? (await accessFilter(caller)).canRead : () => true
      const [now, changes] = await Promise.all([current(ref), store.changes(ref.toLowerCase())])
      const found: CatalogDefinitionVersion[] = now ? [{ ...now, ...cameWith(changes[0]), isCurrent: true }] : []
      changes.forEach(({ id, type, bytes, rest }, at) => {
        if (id === null || bytes === null || rest === null || !canRead(JSON.parse(rest) as Entity)) return
        found.push({ id, type: type ?? '', bytes, ...cameWith(changes[at + 1]), isCurrent: false })
      })
      return found.filter(({ id }, at) => found.findIndex(other => other.id === id) === at)
    },
    text: (ref, id) => store.text(ref.toLowerCase(), id),
  }
}

function cameWith(change: { readonly at: Date; readonly source_revision: string | null } | undefined) {
  if (!change) return {}
  return { at: change.at.toISOString(), ...(change.source_revision !== null && { sourceRevision: change.source_revision }) }
}
