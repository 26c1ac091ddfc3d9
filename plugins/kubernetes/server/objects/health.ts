import type { Entity } from '@portico/catalog/common'
import { defineService, type Principal } from '@portico/core/server'
import { hasKubernetes, type KubernetesHealth, type RequestAuth } from '@portico/kubernetes/common'
import { LRUCache } from 'lru-cache'
import type { EntityHealth, EntityObjects } from './entity-objects.ts'

/** How entities do in their clusters, for other plugins. It does not check permissions: plugins that show it to users must. */
export interface Kubernetes {
  /** Undefined for an entity that says nothing about Kubernetes. What it says may be half a minute old. */
  healthOf(entity: Entity): Promise<KubernetesHealth | undefined>
}

export const kubernetesService = defineService<Kubernetes>('kubernetes', { remote: ['healthOf'] })

const freshMs = 30_000
const maxEntries = 5000
const maxAtOnce = 6

/** Answers are kept for half a minute, and those who ask at once share one answer: a list of entities asks for many. */
export function createHealthCache(objects: EntityObjects) {
  const cache = new LRUCache<string, Promise<EntityHealth>>({ max: maxEntries, ttl: freshMs })
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (running >= maxAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
    running += 1
    try {
      return await run()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  /** @param key who asks, as far as the answer depends on it */
  async function ask(
    ref: string,
    entity: Entity,
    { caller, auth, key }: { readonly caller: Principal; readonly auth: RequestAuth; readonly key: string },
  ) {
    if (!hasKubernetes(entity)) return undefined
    const id = `${ref} ${key}`
    let found = cache.get(id)
    if (!found) {
      found = inTurn(() => objects.healthOf({ entity, auth, caller }))
      found.catch(() => cache.get(id) === found && cache.delete(id))
      cache.set(id, found)
    }
    return found
  }

  return { ask, reset: () => cache.clear() }
}

export type HealthCache = ReturnType<typeof createHealthCache>
