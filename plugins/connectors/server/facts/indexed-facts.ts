import type { Catalog } from '@portico/catalog/server'
import { badnessOf, factsChanged, toneOf, type FactDefinition } from '@portico/connectors/common'
import type { Core } from '@portico/core/server'
import type { Definitions } from './definitions.ts'
import type { FactKey, FactStore } from './fact-store.ts'
import type { JsonValue } from './fact-value.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'setFacts'>
  readonly store: Pick<FactStore, 'list' | 'page'>
  readonly definitions: Pick<Definitions, 'all' | 'find'>
}

const pageSize = 1000
/** Digits before and after the point by which numbers are put in order as texts. */
const whole = 18
const decimals = 6

/**
 * Has the catalog's lists filtered by indexed facts (`facts.argocd.sync=outofsync`, numbers also by `facts.argocd.age.range=1–9`) and sorted by them
 * (`facts.argocd.sync.order`: numbers by size, states by how bad they are). Every server has its own index, so every server follows.
 */
export function followIndexedFacts(core: Core, { catalog, store, definitions }: Dependencies): void {
  const { events, scheduler } = core.work
  const indexed = () => definitions.all().filter(each => each.indexed)

  async function setAll(signal?: AbortSignal): Promise<void> {
    const names = indexed().map(({ name }) => name)
    let after: FactKey | undefined
    for (let isLast = names.length === 0; !isLast && !signal?.aborted;) {
      const rows = await store.page({ names }, after, pageSize)
      await catalog.setFacts(rows.map(({ entity_ref: ref, name, value }) => ({ ref, facts: toTexts(definitions.find(name), name, value) })))
      isLast = rows.length < pageSize
      const last = rows.at(-1)
      after = last && { entityRef: last.entity_ref, name: last.name }
    }
  }

  async function setSome(changes: readonly { readonly entityRef: string; readonly names: readonly string[] }[]): Promise<void> {
    const wanted = new Set(indexed().map(({ name }) => name))
    const some = changes.filter(({ names }) => names.some(name => wanted.has(name)))
    if (some.length === 0) return
    const rows = await store.list({ entityRefs: some.map(({ entityRef }) => entityRef), names: [...wanted] })
    const values = new Map(rows.map(row => [`${row.entity_ref}\n${row.name}`, row.value]))
    await catalog.setFacts(
      some.map(({ entityRef: ref, names }) => {
        const own = names
          .filter(name => wanted.has(name))
          .map(name => toTexts(definitions.find(name), name, values.get(`${ref}\n${name}`) ?? null))
        return { ref, facts: Object.assign({}, ...own) as Record<string, readonly string[]> }
      }),
    )
  }

  core.onStop(
    events.listen([factsChanged], ({ payload }) => {
      setSome(payload.changes).catch((error: unknown) => core.log.warn({ error }, 'the catalog could not be told of facts'))
    }),
  )
  core.onWarmUp(() => setAll())
  scheduler.schedule({
    id: 'index-facts',
    description: 'Has the lists of the catalog know all indexed facts again',
    frequency: { minutes: 10 },
    timeout: { minutes: 5 },
    scope: 'local',
    run: setAll,
  })
}

function toTexts(definition: FactDefinition | undefined, name: string, value: JsonValue): Record<string, readonly string[]> {
  const order = definition && value !== null ? orderOf(definition, value) : undefined
  // Of a list the items are found by their names.
  const texts = [value].flat().flatMap(each => (isRecord(each) ? (each['name'] ?? []) : (each ?? [])))
  return {
    [name]: texts.map(String),
    [`${name}.order`]: order === undefined ? [] : [order],
    ...(definition?.type === 'number' && { [`${name}.range`]: typeof value === 'number' ? [rangeOf(definition, value)] : [] }),
  }
}

/** In which range a number is, as filters offer it: of percentages in fifths, of others by their digits. */
function rangeOf({ unit }: FactDefinition, value: number): string {
  if (value < 0) return '< 0'
  if (unit === '%') {
    const from = Math.min(Math.floor(value / 20), 4) * 20
    return `${from}–${from === 80 ? 100 : from + 19}`
  }
  if (value < 1) return value === 0 ? '0' : '< 1'
  const digits = String(Math.floor(value)).length
  return `${(10 ** (digits - 1)).toLocaleString('en-US')}–${(10 ** digits - 1).toLocaleString('en-US')}`
}

function isRecord(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function orderOf(definition: FactDefinition, value: Exclude<JsonValue, null>): string | undefined {
  if (typeof value === 'number') {
    // Of negative numbers the larger one is nearer to zero.
    const digits = Math.min(Math.abs(value), 1e15)
      .toFixed(decimals)
      .padStart(whole + decimals, '0')
    return value < 0 ? `-${digits.replaceAll(/\d/g, digit => String(9 - Number(digit)))}` : `0${digits}`
  }
  if (definition.type === 'state') return `${badnessOf(toneOf(definition, value))} ${String(value)}`
  return typeof value === 'object' ? undefined : String(value)
}
