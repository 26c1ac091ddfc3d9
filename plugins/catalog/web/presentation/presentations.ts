import { toEntityRef, type CatalogClient, type Entity } from '@portico/catalog/common'
import { defineApi, defineApiRef, type Observable } from '@portico/core/web'
import { catalogClientApiRef } from '../catalog-client.ts'
import { presentEntity, type EntityPresentation, type PresentationContext } from './entity-presentation.ts'

const batchDelayMs = 50
const batchSize = 100
const cacheMs = 10_000
const fields = [
  ...['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'metadata.description'],
  ...['spec.type', 'spec.profile', 'spec.target', 'spec.targets'],
]

/** The presentations of entities by ref. Refs that are requested within a short time are batched into one request. */
export interface EntityPresentations {
  /** What is known now, and what becomes known: first from the ref alone, then from the catalog. */
  of(entityOrRef: Entity | string, context?: PresentationContext): Observable<EntityPresentation>
  /** Entities by whole ref, with the fields that a name needs; undefined until known, null where there is none. Loaded together with the others. */
  entities(refs: readonly string[]): Observable<readonly (Entity | null | undefined)[]>
}

export const presentationApiRef = defineApiRef<EntityPresentations>({
  id: 'plugin.catalog.entity-presentation',
  description: 'How entities are named on the screen',
})

export const presentationFactory = defineApi({
  api: presentationApiRef,
  uses: { catalog: catalogClientApiRef },
  create: ({ catalog }) => createPresentations({ catalog }),
})

interface Known {
  /** null: there is none. */
  entity: Entity | null | undefined
  /** When it was last requested; 0: never. */
  askedAt: number
  readonly listeners: Set<() => void>
}

export function createPresentations({
  catalog,
  now = Date.now,
}: {
  readonly catalog: Pick<CatalogClient, 'getEntitiesByRefs'>
  readonly now?: () => number
}): EntityPresentations {
  const known = new Map<string, Known>()
  let waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function knownOf(ref: string): Known {
    const found = known.get(ref) ?? { entity: undefined, askedAt: 0, listeners: new Set() }
    known.set(ref, found)
    return found
  }

  function want(ref: string): void {
    const entry = knownOf(ref)
    if (now() - entry.askedAt < cacheMs) return
    entry.askedAt = now()
    waiting.add(ref)
    if (waiting.size >= batchSize) flush()
    else timer ??= setTimeout(flush, batchDelayMs)
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const refs = [...waiting]
    waiting = new Set()
    void load(refs)
  }

  async function load(refs: readonly string[]): Promise<void> {
    try {
      const { items } = await catalog.getEntitiesByRefs({ entityRefs: refs, fields })
      refs.forEach((ref, index) => learn(ref, items[index]))
    } catch {
      // A failure is not reported: the ref stays readable, and the next subscriber retries.
      for (const ref of refs) knownOf(ref).askedAt = 0
    }
  }

  function learn(ref: string, entity: Entity | undefined): void {
    const entry = knownOf(ref)
    entry.entity = entity ?? null
    for (const listener of [...entry.listeners]) listener()
  }

  function follow(ref: string, listener: () => void): () => void {
    knownOf(ref).listeners.add(listener)
    want(ref)
    return () => void knownOf(ref).listeners.delete(listener)
  }

  return {
    entities(refs) {
      let last: readonly (Entity | null | undefined)[] = []
      return {
        get() {
          const found = refs.map(ref => knownOf(ref).entity)
          if (found.length !== last.length || found.some((entity, at) => entity !== last[at])) last = found
          return last
        },
        subscribe(listener) {
          const ends = refs.map(ref => follow(ref, listener))
          return () => ends.forEach(end => end())
        },
      }
    },
    of(entityOrRef, context) {
      if (typeof entityOrRef !== 'string') return constant(presentEntity(entityOrRef, context))
      const ref = toEntityRef(entityOrRef, context)
      if (ref === undefined) return constant(presentEntity(entityOrRef, context))
      let last: { readonly entity: Entity | null | undefined; readonly value: EntityPresentation } | undefined
      return {
        get() {
          const { entity } = knownOf(ref)
          if (!last || last.entity !== entity) last = { entity, value: presentEntity(entity ?? ref, context) }
          return last.value
        },
        subscribe: listener => follow(ref, listener),
      }
    },
  }
}

function constant(value: EntityPresentation): Observable<EntityPresentation> {
  return { get: () => value, subscribe: () => () => {} }
}
