import type { Entity } from '@portico/catalog/common'
import type { Catalog, CatalogChanged } from '@portico/catalog/server'
import type { Logger } from '@portico/core/server'
import type { Connector, Connectors } from '../connectors.ts'
import { ExpressionError } from '@portico/core/server/worker'
import type { Expressions } from '../expressions/expressions.ts'
import type { Scope } from '../expressions/messages.ts'
import { isTruthy } from '../expressions/truth.ts'
import type { FactRules } from '../facts/facts.ts'
import { matchEntity, scopeOf } from './entity-scope.ts'
import type { MatchedItem, WorkStore } from './work-store.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'versions'>
  readonly connectors: Connectors
  readonly expressions: Pick<Expressions, 'evaluate'>
  readonly store: WorkStore
  readonly facts: Pick<FactRules, 'remove'>
  readonly wake: () => void
  readonly log: Logger
}

const entitiesAtOnce = 200
/** First requests are spread, so that a tool is not asked for everything at once. */
const spreadMs = 60_000
const spreadFrom = 50

/** Finds the entities of connectors, and follows the catalog. */
export function createMatching({ catalog, connectors, expressions, store, facts, wake, log }: Dependencies) {
  async function itemsOf(
    connector: Connector,
    entities: readonly Entity[],
    refs: readonly string[],
    spread: number,
  ): Promise<MatchedItem[]> {
    const found = entities.flatMap((entity, at) => {
      const match = matchEntity(connector, entity)
      return match ? [{ entity, ref: refs[at] ?? '', target: match.target }] : []
    })
    const { match } = connector.document.spec
    const fitting = match === undefined || found.length === 0 ? found : await meeting(connector, match, found)
    return fitting.flatMap(({ ref, target }) =>
      connector.requests.map(request => ({
        connector: connector.name,
        request: request.name,
        entityRef: ref,
        target,
        dueAt: new Date(Date.now() + Math.random() * Math.min(spread, request.every)),
      })),
    )
  }

  /** An entity for which `match` fails does not match; the others go on. */
  async function meeting<T extends { readonly entity: Entity; readonly ref: string; readonly target: string }>(
    connector: Connector,
    match: string,
    found: readonly T[],
  ): Promise<T[]> {
    const scopes = found.map(({ entity, target }) => scopeOf(connector, entity, target, {}))
    const results = await expressions.evaluate(connector.name, match, scopes).catch((error: unknown) => {
      if (!(error instanceof ExpressionError)) throw error
      return oneByOne(connector, match, found, scopes)
    })
    return found.filter((_, at) => isTruthy(results[at]))
  }

  async function oneByOne(connector: Connector, match: string, found: readonly { readonly ref: string }[], scopes: readonly Scope[]) {
    const results: unknown[] = []
    for (const [at, scope] of scopes.entries()) {
      const entityRef = found[at]?.ref
      const [result] = await expressions.evaluate(connector.name, match, [scope], entityRef).catch((error: unknown) => {
        if (!(error instanceof ExpressionError)) throw error
        log.warn({ error, connector: connector.name, entityRef }, "'match' of a connector could not be evaluated")
        return [undefined]
      })
      results.push(result)
    }
    return results
  }

  async function read(refs: readonly string[], revision?: number): Promise<{ refs: string[]; entities: Entity[] }> {
    const entities = await catalog.getEntities(refs, { isBulk: true, ...(revision !== undefined && { revision }) })
    const there = refs.filter((_, at) => entities[at] !== undefined)
    return { refs: there, entities: entities.filter(entity => entity !== undefined) }
  }

  return {
    /** All entities of a connector, from the beginning. */
    async whole(name: string, signal?: AbortSignal): Promise<number> {
      const connector = connectors.find(name)
      if (!connector) return 0
      const run = Date.now()
      let count = 0
      const any = connector.keys.map(key => ({ key: `metadata.annotations.${key}`.toLowerCase(), exists: true as const }))
      for await (const versions of catalog.versions({ predicate: { any }, batchSize: entitiesAtOnce })) {
        signal?.throwIfAborted()
        const { refs, entities } = await read(versions.map(({ ref }) => ref.toLowerCase()))
        const items = await itemsOf(connector, entities, refs, count + refs.length > spreadFrom ? spreadMs : 0)
        count += refs.length
        if (items.length > 0) await store.match(items, run)
        wake()
      }
      const gone = await store.removeOlder(name, run)
      for (let at = 0; at < gone.length; at += 500) await facts.remove(name, gone.slice(at, at + 500))
      return count
    },
    async follow({ revision, created, updated, relationsOnly, deleted }: CatalogChanged): Promise<void> {
      const only = new Set(relationsOnly)
      const refs = [...created, ...updated.filter(ref => !only.has(ref))].map(ref => ref.toLowerCase())
      const run = Date.now()
      for (let at = 0; at < refs.length; at += entitiesAtOnce) {
        const part = refs.slice(at, at + entitiesAtOnce)
        const { refs: there, entities } = await read(part, revision)
        for (const connector of connectors.active()) {
          const items = await itemsOf(connector, entities, there, refs.length > spreadFrom ? spreadMs : 0)
          if (items.length > 0) await store.match(items, run)
        }
        await removeFrom(part, run)
      }
      if (deleted.length > 0)
        await store.unmatch(
          deleted.map(ref => ref.toLowerCase()),
          run,
        )
      wake()
    },
  }

  /** What an entity no longer has is no longer known of it. */
  async function removeFrom(refs: readonly string[], run: number): Promise<void> {
    const gone = await store.unmatch(refs, run)
    const bySource = new Map<string, Set<string>>()
    for (const { connector, entityRef } of gone) bySource.set(connector, (bySource.get(connector) ?? new Set()).add(entityRef))
    for (const [connector, entityRefs] of bySource) {
      const still = new Set(await store.matching(connector, [...entityRefs]))
      const none = [...entityRefs].filter(ref => !still.has(ref))
      if (none.length > 0) await facts.remove(connector, none)
    }
  }
}
