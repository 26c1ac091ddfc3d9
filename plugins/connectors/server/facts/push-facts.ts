import type { Catalog } from '@portico/catalog/server'
import { definitionsChanged, type PushedDefinition } from '@portico/connectors/common'
import type { Audit, Events, Principal } from '@portico/core/server'
import { factNotDescribed, factNotFound } from '../errors.ts'
import type { Definitions } from './definitions.ts'
import type { FactStore } from './fact-store.ts'
import type { FactRules } from './facts.ts'
import type { PushedFactStore } from './pushed-fact-store.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'versionsOf'>
  readonly store: Pick<FactStore, 'removeName'>
  readonly pushed: PushedFactStore
  readonly definitions: Definitions
  readonly facts: Pick<FactRules, 'put'>
  readonly events: Pick<Events, 'publish'>
  readonly audit: Audit
}

interface Push {
  readonly definitions: readonly PushedDefinition[]
  readonly values: readonly {
    readonly entityRef: string
    readonly name: string
    readonly value: unknown
    readonly at?: string | undefined
  }[]
}

/** Facts that programs send. */
export function createFactPushing({ catalog, store, pushed, definitions, facts, events, audit }: Dependencies) {
  async function read(): Promise<void> {
    definitions.setPushed(await pushed.list())
  }

  return {
    read,
    async push({ definitions: described, values }: Push): Promise<{ stored: number; unknown: string[] }> {
      for (const { name } of [...described, ...values]) definitions.refuseOthers(name)
      const names = new Set(described.map(({ name }) => name))
      const missing = values.find(({ name }) => !names.has(name) && !definitions.find(name))
      if (missing) throw factNotDescribed(missing.name)
      const others = described.filter(each => !isSame(each, definitions.find(each.name)))
      if (others.length > 0) {
        await pushed.put(others)
        await read()
        await events.publish(definitionsChanged, {})
      }
      const refs = [...new Set(values.map(({ entityRef }) => entityRef.toLowerCase()))]
      const versions = await catalog.versionsOf(refs)
      const unknown = refs.filter((_, at) => versions[at] === undefined)
      const known = values.filter(({ entityRef }) => !unknown.includes(entityRef.toLowerCase()))
      const now = new Date()
      // What lies ahead would keep later values from being stored.
      const moment = (at: string | undefined) => (at === undefined || new Date(at) > now ? now : new Date(at))
      await facts.put(known.map(({ entityRef, name, value, at }) => ({ entityRef, name, value, at: moment(at) })))
      return { stored: known.length, unknown }
    },
    async remove(caller: Principal, name: string, requestId: string): Promise<void> {
      definitions.refuseOthers(name)
      if (!definitions.find(name)) throw factNotFound(name)
      await pushed.remove(name)
      await store.removeName(name)
      await read()
      await events.publish(definitionsChanged, {})
      await audit.record({ caller, action: 'connectors.fact.remove', subject: name, result: 'success', requestId })
    },
  }
}

export type FactPushing = ReturnType<typeof createFactPushing>

function isSame(described: PushedDefinition, known: object | undefined): boolean {
  return (
    known !== undefined &&
    Object.entries(described).every(([key, value]) => JSON.stringify(value) === JSON.stringify((known as Record<string, unknown>)[key]))
  )
}
