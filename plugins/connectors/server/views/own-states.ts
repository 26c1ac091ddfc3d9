import { entityRefOf } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { badnessOf, toneOf, worstFirst, type FactDefinition, type OwnState, type Tone } from '@portico/connectors/common'
import { authenticationError } from '@portico/core/common'
import type { IdentityPort, Principal } from '@portico/core/server'
import type { Connectors } from '../connectors.ts'
import type { Definitions } from '../facts/definitions.ts'
import type { FactReading } from '../facts/read-facts.ts'
import { factsOfViews } from './entity-views.ts'

interface Dependencies {
  readonly connectors: Connectors
  readonly definitions: Pick<Definitions, 'find'>
  readonly catalog: Pick<Catalog, 'query'>
  readonly identity: Pick<IdentityPort, 'userInfo'>
  readonly reading: Pick<FactReading, 'ofEntities'>
}

/** More entities than people look at. */
const maxOwned = 500

/** What needs attention in tools, of the entities of the caller's teams. */
export function createOwnStates({ connectors, definitions, catalog, identity, reading }: Dependencies) {
  /** The first fact of each widget says how bad it is. */
  function widgetFacts(): Map<string, { readonly connector: string; readonly title: string; readonly fact: FactDefinition }> {
    const all = connectors
      .active()
      .flatMap(connector =>
        factsOfViews(connector, 'widget', definitions).flatMap(({ facts: [fact] }) =>
          fact ? [[fact.name, { connector: connector.name, title: connector.document.metadata.title, fact }] as const] : [],
        ),
      )
    return new Map(all)
  }

  return {
    async list(caller: Principal, limit: number): Promise<{ items: OwnState[]; total: number }> {
      if (caller.type !== 'user') throw authenticationError('Only users have teams')
      const facts = widgetFacts()
      const keys = [...new Set(connectors.active().flatMap(each => each.keys))]
      if (facts.size === 0 || keys.length === 0) return { items: [], total: 0 }
      const owners = (await identity.userInfo(caller.userEntityRef))?.ownershipEntityRefs ?? [caller.userEntityRef]
      const any = keys.map(key => ({ key: `metadata.annotations.${key}`.toLowerCase(), exists: true as const }))
      const owned = { key: 'relations.ownedby', in: owners.map(ref => ref.toLowerCase()) }
      const { entities, total } = await catalog.query({ predicate: { all: [owned, { any }] }, limit: maxOwned })
      const values = await reading.ofEntities(caller, { entityRefs: entities.map(entityRefOf), names: [...facts.keys()] })
      const items = values.flatMap((value): OwnState[] => {
        const found = facts.get(value.name)
        if (!found || value.value === null) return []
        const tone = toTone(found.fact, value.value)
        return badnessOf(tone) >= badnessOf('warning') ? [{ ...found, entityRef: value.entityRef, tone, value }] : []
      })
      const sorted = items.toSorted((one, other) => (one.entityRef < other.entityRef ? -1 : 1))
      return { items: worstFirst(sorted).slice(0, limit), total }
    },
  }
}

export type OwnStates = ReturnType<typeof createOwnStates>

/** Numbers of widgets count what is open: any is worth a look. */
function toTone(fact: FactDefinition, value: unknown): Tone {
  if (fact.type === 'state') return toneOf(fact, value)
  if (fact.type === 'number') return typeof value === 'number' && value > 0 ? 'warning' : 'ok'
  return fact.type === 'boolean' && value === true ? 'warning' : 'info'
}
