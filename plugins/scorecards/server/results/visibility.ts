import { entityReadPermission } from '@portico/catalog/common'
import type { Permissions, Principal } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import type { ResultView } from './result-index.ts'

/** Which entities a caller may see: all, or those of a set. `key` is the same where the set is. */
export interface VisibleEntities {
  readonly key: string
  readonly has: (ref: string) => boolean
  readonly isAll: boolean
}

const everything: VisibleEntities = { key: 'all', has: () => true, isAll: true }
const nothing: VisibleEntities = { key: 'nothing', has: () => false, isAll: false }
const batch = 2000

/** Numbers are made of what the caller may see, and of nothing else: counts must not tell of the rest. */
export function createVisibility({ permissions }: { readonly permissions: Pick<Permissions, 'authorize'> }) {
  const sets = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 50, ttl: 30_000 })

  async function setOf(caller: Principal, refs: readonly string[]): Promise<ReadonlySet<string>> {
    const visible = new Set<string>()
    for (let at = 0; at < refs.length; at += batch) {
      const some = refs.slice(at, at + batch)
      const decisions = await permissions.authorize(
        caller,
        some.map(resourceRef => ({ permission: entityReadPermission, resourceRef })),
      )
      some.forEach((ref, index) => decisions[index]?.result === 'ALLOW' && visible.add(ref))
    }
    return visible
  }

  return {
    /** Of the entities of a view; others are not asked about. */
    async of(caller: Principal, view: ResultView): Promise<VisibleEntities> {
      const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission }])
      if (decision?.result === 'ALLOW') return everything
      if (decision?.result !== 'CONDITIONAL') return nothing
      const key = `${JSON.stringify(decision.conditions)} ${view.stamp}`
      const known = sets.get(key)
      const made = known ?? setOf(caller, [...view.entities.keys()])
      if (!known) {
        made.catch(() => sets.delete(key))
        sets.set(key, made)
      }
      const visible = await made
      return { key, has: ref => visible.has(ref), isAll: false }
    },
    /** Of some entities, also those without results: their refs in small letters. */
    among: setOf,
    /** Of one entity, also without results. */
    async canSee(caller: Principal, ref: string): Promise<boolean> {
      const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }])
      return decision?.result === 'ALLOW'
    },
  }
}

export type Visibility = ReturnType<typeof createVisibility>
