import { stringifyEntityRef, parseEntityRef } from '@portico/catalog/common'
import type { FactDefinition } from '@portico/connectors/common'
import type { Facts } from '@portico/connectors/server'
import { inputError, notFoundError, type Reply } from '@portico/core/common'
import type { Handlers, Principal } from '@portico/core/server'
import type { CheckDocument, CheckResult } from '@portico/scorecards/common'
import type { Scorecards } from '@portico/scorecards/server'
import type { techInsightsApi } from '@portico/tech-insights/common'

type CheckShape = Reply<typeof techInsightsApi.listChecks>[number]
type ResultShape = Reply<typeof techInsightsApi.runChecks>[number]
type FactShapes = Reply<typeof techInsightsApi.getFactsInRange>

const version = '1.0.0'
const maxEntities = 1000
const types: Readonly<Record<string, string>> = {
  number: 'float',
  text: 'string',
  boolean: 'boolean',
  date: 'datetime',
  state: 'string',
  list: 'set',
}

/** The routes, over scorecards and facts. */
export function techInsightsRoutes({
  scorecards,
  facts,
}: {
  readonly scorecards: Scorecards
  readonly facts: Facts | undefined
}): Handlers<typeof techInsightsApi> {
  const definitionsOf = (ids: readonly string[]) =>
    (facts?.definitions() ?? []).filter(({ source }) => ids.length === 0 || ids.includes(source))

  async function visible(caller: Principal, given: string): Promise<string> {
    const ref = refOf(given)
    if (!(await scorecards.canSee(caller, ref)))
      throw notFoundError(`There is no entity '${given}', or you may not see it`, { code: 'tech-insights.entity-not-found' })
    return ref
  }

  async function resultsOf(caller: Principal, refs: readonly string[], names: readonly string[] | undefined) {
    const documents = new Map(scorecards.checks().map(document => [document.metadata.name, document]))
    const results = await scorecards.results(caller, refs, names)
    return refs.map(ref => ({
      entity: ref,
      results: (results.get(ref) ?? []).flatMap(result => {
        const document = documents.get(result.check)
        return document && (result.state === 'pass' || result.state === 'fail') ? [toResult(document, result)] : []
      }),
    }))
  }

  return {
    listFactSchemas({ query }) {
      const sources = Map.groupBy(definitionsOf(idsOf(query)), ({ source }) => source)
      return [...sources].map(([id, definitions]) => ({
        id,
        version,
        entityFilter: [],
        schema: Object.fromEntries(
          definitions.map(each => [shortName(each), { type: types[each.type] ?? 'string', description: each.description ?? each.title }]),
        ),
      }))
    },
    async getLatestFacts({ query, caller }) {
      const ref = await visible(caller, query.entity)
      const definitions = definitionsOf(required(query))
      const values = (await facts?.latest({ entityRefs: [ref], names: definitions.map(({ name }) => name) })) ?? []
      const sources = Map.groupBy(
        values.filter(({ value }) => value !== null),
        ({ name }) => sourceOf(definitions, name),
      )
      return Object.fromEntries(
        [...sources].map(([id, found]) => [
          id,
          {
            timestamp: found
              .map(({ checkedAt }) => checkedAt)
              .sort()
              .at(-1)!,
            version,
            facts: Object.fromEntries(found.map(({ name, value }) => [name.slice(name.indexOf('.') + 1), value])),
          },
        ]),
      )
    },
    async getFactsInRange({ query, caller }) {
      const ref = await visible(caller, query.entity)
      const [from, to] = [momentOf(query['startDatetime'], 'startDatetime'), momentOf(query['endDatetime'], 'endDatetime')]
      const answer: FactShapes = {}
      for (const definition of definitionsOf(required(query)).filter(({ history }) => history)) {
        const points = (await facts?.history(ref, definition.name, { from, to })) ?? []
        for (const { at, value } of points) {
          const known = (answer[definition.source] ??= [])
          const same = known.find(({ timestamp }) => timestamp === at)
          if (same) same.facts[shortName(definition)] = value
          else known.push({ timestamp: at, version, facts: { [shortName(definition)]: value } })
        }
      }
      for (const points of Object.values(answer)) points.sort((a, b) => a.timestamp.localeCompare(b.timestamp))
      return answer
    },
    listChecks: () => scorecards.checks().map(toCheck),
    async runChecks({ params, body, caller }) {
      const ref = await visible(caller, stringifyEntityRef(params))
      return (await resultsOf(caller, [ref], body.checks))[0]!.results
    },
    async runBulkChecks({ body, caller }) {
      const named = body.entities.map(entity =>
        refOf(typeof entity === 'string' ? entity : stringifyEntityRef({ namespace: 'default', ...entity })),
      )
      const refs = named.length > 0 ? await scorecards.visibleOf(caller, named) : (await scorecards.visibleOf(caller)).slice(0, maxEntities)
      return resultsOf(caller, refs, body.checks)
    },
  }
}

function refOf(text: string): string {
  return stringifyEntityRef(parseEntityRef(text, { defaultNamespace: 'default' })).toLowerCase()
}

/** Lists as clients write them: `ids=a`, `ids[]=a`, `ids[0]=a`. */
function idsOf(query: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(query).flatMap(([key, value]) => (/^ids(\[\d*\])?$/.test(key) ? [value].flat().map(String) : []))
}

function required(query: Readonly<Record<string, unknown>>): string[] {
  const ids = idsOf(query)
  if (ids.length === 0) throw inputError('Name the sources of facts: ids[]=…', { code: 'tech-insights.ids-missing' })
  return ids
}

function momentOf(value: unknown, name: string): Date {
  const moment = new Date(String(value))
  if (Number.isNaN(moment.getTime()))
    throw inputError(`${name} is not a moment, such as 2026-01-31T12:00:00`, { code: 'tech-insights.invalid-moment' })
  return moment
}

const shortName = ({ name, source }: Pick<FactDefinition, 'name' | 'source'>) =>
  name.startsWith(`${source}.`) ? name.slice(source.length + 1) : name
const sourceOf = (definitions: readonly FactDefinition[], name: string) =>
  definitions.find(each => each.name === name)?.source ?? name.slice(0, name.indexOf('.'))

function toCheck({ metadata, spec }: CheckDocument): CheckShape {
  const links = spec.fix?.links
  return {
    id: metadata.name,
    type: 'json-rules-engine',
    name: metadata.title,
    description: metadata.description ?? spec.why,
    factIds: spec.pack === undefined ? ['scorecards'] : [spec.pack],
    ...(spec.fix?.text !== undefined && { failureMetadata: { solution: spec.fix.text } }),
    ...(links && { links }),
  }
}

function toResult(document: CheckDocument, { state, inputs }: CheckResult): ResultShape {
  const facts = inputs.map(
    ({ name, value }) =>
      [name, { id: name, type: value === undefined ? 'string' : typeof value, description: name, value: value ?? null }] as const,
  )
  return { facts: Object.fromEntries(facts), check: toCheck(document), result: state === 'pass' }
}
