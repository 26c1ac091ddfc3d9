import type { FactValue } from '@portico/connectors/common'
import type { Principal } from '@portico/core/server'
import { cursorInvalid, factNotFound } from '../errors.ts'
import type { Definitions } from './definitions.ts'
import type { FactKey, FactStore } from './fact-store.ts'
import type { FactRules } from './facts.ts'
import type { FactQuery } from './facts-service.ts'
import type { VisibleEntities } from './visible-entities.ts'

interface Dependencies {
  readonly store: Pick<FactStore, 'list' | 'page'>
  readonly definitions: Pick<Definitions, 'find'>
  readonly facts: Pick<FactRules, 'toValue' | 'service'>
  readonly visible: VisibleEntities
}

/** How many pages are read to fill one for a caller who sees little. */
const maxPages = 20
const dayMs = 86_400_000

/** Facts for callers: only of entities that they may see. */
export function createFactReading({ store, definitions, facts, visible }: Dependencies) {
  return {
    /** Of those entities that the caller may see. */
    async ofEntities(caller: Principal, { entityRefs = [], names }: FactQuery): Promise<FactValue[]> {
      const seen = await visible.among(
        caller,
        entityRefs.map(ref => ref.toLowerCase()),
      )
      return (await store.list({ entityRefs: [...seen], names })).map(row => facts.toValue(row))
    },
    /** A page of all facts that match. */
    async page(
      caller: Principal,
      { entityRefs, names }: FactQuery,
      { after, limit }: { readonly after?: string | undefined; readonly limit: number },
    ) {
      const items: FactValue[] = []
      const query = { entityRefs: entityRefs?.map(ref => ref.toLowerCase()), names }
      let key = after === undefined ? undefined : parseCursor(after)
      for (let page = 0; page < maxPages; page += 1) {
        const rows = await store.page(query, key, limit)
        const seen = await visible.among(
          caller,
          rows.map(row => row.entity_ref),
        )
        for (const row of rows) {
          if (items.length === limit) return { items, next: toCursor(key) }
          if (seen.has(row.entity_ref)) items.push(facts.toValue(row))
          key = { entityRef: row.entity_ref, name: row.name }
        }
        if (rows.length < limit) return { items }
      }
      return { items, next: toCursor(key) }
    },
    async history(
      caller: Principal,
      entityRef: string,
      name: string,
      range: { readonly from?: string | undefined; readonly to?: string | undefined },
    ) {
      const { ref } = await visible.find(caller, entityRef)
      const definition = definitions.find(name)
      if (!definition) throw factNotFound(name)
      const to = range.to === undefined ? new Date() : new Date(range.to)
      const from = range.from === undefined ? new Date(to.getTime() - 30 * dayMs) : new Date(range.from)
      return { definition, points: await facts.service.history(ref, name, { from, to }) }
    },
  }
}

export type FactReading = ReturnType<typeof createFactReading>

function toCursor(key: FactKey | undefined): string {
  return Buffer.from(JSON.stringify([key?.entityRef, key?.name])).toString('base64url')
}

function parseCursor(text: string): FactKey {
  try {
    const [entityRef, name] = JSON.parse(String(Buffer.from(text, 'base64url'))) as unknown[]
    // PostgreSQL knows no NUL.
    if (typeof entityRef === 'string' && typeof name === 'string' && !`${entityRef}${name}`.includes('\0')) return { entityRef, name }
  } catch {
    // As any other text that is none of ours.
  }
  throw cursorInvalid()
}
