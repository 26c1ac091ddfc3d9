import type { Entity } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { computed, factsOf, type Connector } from '../connectors.ts'
import type { ConnectorRequest } from '../documents/document.ts'
import { failureOf, storable, type Expressions } from '../expressions/expressions.ts'
import type { AnswerText, FactsAnswer, Scope } from '../expressions/messages.ts'
import type { FactStore } from '../facts/fact-store.ts'
import { FactValueError, toFactValue } from '../facts/fact-value.ts'
import type { GivenFailure, GivenValue } from '../facts/facts.ts'
import type { RequestRunner } from '../requests/run-request.ts'
import type { SendOptions, Validators } from '../requests/sender.ts'
import type { Target } from '../targets/targets.ts'
import { factsInScope, scopeOf } from './entity-scope.ts'
import type { Definitions } from '../facts/definitions.ts'

/** An entity for which a request is due. */
export interface DueEntity {
  readonly ref: string
  readonly entity: Entity
}

/** What came of a request for one entity. */
export interface Outcome {
  readonly ref: string
  readonly values: readonly GivenValue[]
  readonly failures: readonly GivenFailure[]
  /** The values are as they were. */
  readonly confirmed: readonly string[]
  /** Facts of which nothing is known. */
  readonly absent: readonly string[]
  readonly isLeftOut: boolean
  /** Why there is no answer. */
  readonly error?: { readonly code: string; readonly message: string } | undefined
  /** The tool wants to be asked later: nothing is wrong with the entity. */
  readonly retryAfterMs?: number | undefined
  readonly validators?: Validators | undefined
}

interface Dependencies {
  readonly expressions: Pick<Expressions, 'facts' | 'fill'>
  readonly runner: RequestRunner
  readonly factStore: Pick<FactStore, 'list'>
  readonly definitions: Pick<Definitions, 'find'>
}

export interface RunItems {
  readonly connector: Connector
  readonly target: Target | undefined
  readonly targetName: string
  readonly request: ConnectorRequest
  readonly entities: readonly DueEntity[]
  readonly isLeftOut: (ref: string, request: string) => boolean
  readonly validators?: Validators | undefined
  readonly signal?: AbortSignal | undefined
  readonly trace?: SendOptions['trace']
}

/** Runs a request of a connector for one entity, or for many at once, and evaluates the facts that it fills. */
export function createItemRunner({ expressions, runner, factStore, definitions }: Dependencies) {
  async function factsFor(connector: Connector, refs: readonly string[]): Promise<ReadonlyMap<string, Scope['facts']>> {
    if (!connector.usesFacts) return new Map()
    const names = [...new Set([...connector.factNames, ...connector.reads])]
    const byRef = Map.groupBy(await factStore.list({ entityRefs: refs, names }), row => row.entity_ref)
    return new Map([...byRef].map(([ref, rows]) => [ref, factsInScope(connector, rows)]))
  }

  function toOutcome(connector: Connector, ref: string, results: FactsAnswer[number]): Outcome {
    const values: GivenValue[] = []
    const failures: GivenFailure[] = []
    for (const result of results) {
      const name = `${connector.name}.${result.name}`
      const definition = definitions.find(name)
      if (!definition) continue
      if ('error' in result) {
        failures.push({ entityRef: ref, name, code: 'connectors.expression', message: storable(result.error) })
        continue
      }
      try {
        // A list of nothing is an empty one.
        values.push({ entityRef: ref, name, value: toFactValue(definition, result.value ?? (definition.type === 'list' ? [] : null)) })
      } catch (error) {
        if (!(error instanceof FactValueError)) throw error
        failures.push({
          entityRef: ref,
          name,
          code: 'connectors.wrong-value',
          message: `The value is not of the type ${definition.type}: ${error.message}`,
        })
      }
    }
    return { ref, values, failures, confirmed: [], absent: [], isLeftOut: false }
  }

  async function evaluate(
    options: RunItems,
    entities: readonly { readonly ref: string; readonly key?: string; readonly scope: Scope }[],
    answers: readonly (readonly AnswerText[])[],
    isEach: boolean,
  ): Promise<Outcome[]> {
    const { connector, request } = options
    const { batch, paging, accept } = request
    const byFacts = new Map<string, typeof entities>()
    for (const each of entities) {
      const names = factsOf(connector, request.name, name => options.isLeftOut(each.ref, name)).map(({ name }) => name)
      const key = names.join('\n')
      byFacts.set(key, [...(byFacts.get(key) ?? []), each])
    }
    const outcomes: Outcome[] = []
    for (const [names, group] of byFacts) {
      const wanted = names.split('\n')
      const [only] = group.length === 1 ? group : []
      const found = await expressions.facts(connector.name, only?.ref, {
        answers,
        isEach,
        accept,
        ...(paging?.items !== undefined && { items: paging.items }),
        ...(batch && { batch: { items: batch.items, of: batch.of } }),
        entities: group.map(({ key, scope }) => ({ ...(key !== undefined && { key }), scope })),
        facts: connector.document.spec.facts.filter(({ name }) => wanted.includes(name)).map(({ name, value }) => ({ name, value })),
      })
      group.forEach(({ ref }, at) => outcomes.push(toOutcome(connector, ref, found[at] ?? [])))
    }
    return outcomes
  }

  function failed(options: RunItems, refs: readonly string[], error: unknown): Outcome[] {
    const { connector, request, isLeftOut } = options
    const failure = failureOf(error)
    const retryAfterMs = failure.code === 'connectors.limited' ? Number((error as AppError).details?.['retryAfterMs']) || 60_000 : undefined
    return refs.map(ref => ({
      ref,
      values: [],
      confirmed: [],
      absent: [],
      isLeftOut: false,
      retryAfterMs,
      error: failure,
      failures:
        retryAfterMs === undefined
          ? factsOf(connector, request.name, name => isLeftOut(ref, name)).map(({ name }) => ({
              entityRef: ref,
              name: `${connector.name}.${name}`,
              ...failure,
            }))
          : [],
    }))
  }

  const nothing = (ref: string, more: Partial<Outcome>): Outcome => ({
    ref,
    values: [],
    failures: [],
    confirmed: [],
    absent: [],
    isLeftOut: false,
    ...more,
  })

  async function runOne(options: RunItems, { ref, entity }: DueEntity): Promise<Outcome> {
    const { connector, target, targetName, request, validators, signal, trace } = options
    const scope = scopeOf(connector, entity, targetName, (await factsFor(connector, [ref])).get(ref) ?? {})
    const given = [{ ref, scope }]
    if (request.name === computed) return (await evaluate(options, given, [[]], false))[0] ?? nothing(ref, {})
    if (!target)
      throw new AppError('ServiceUnavailableError', `The target '${targetName}' is not configured`, { code: 'connectors.no-target' })
    const result = await runner.run({ target, request, scope, validators, signal, entities: 1, ...(trace && { trace }) })
    const own = factsOf(connector, request.name, name => options.isLeftOut(ref, name)).map(({ name }) => `${connector.name}.${name}`)
    if (result.kind === 'left-out') return nothing(ref, { isLeftOut: true, absent: own })
    if (result.kind === 'same') return nothing(ref, { confirmed: own, validators })
    if (result.kind === 'none') return (await evaluate(options, given, [[{ text: '', type: '' }]], false))[0] ?? nothing(ref, {})
    const [outcome = nothing(ref, {})] = await evaluate(options, given, result.answers, result.isEach)
    return { ...outcome, validators: outcome.failures.length === 0 ? result.validators : undefined }
  }

  async function runBatch(options: RunItems): Promise<Outcome[]> {
    const { connector, target, targetName, request, entities, signal, trace } = options
    if (!target)
      throw new AppError('ServiceUnavailableError', `The target '${targetName}' is not configured`, { code: 'connectors.no-target' })
    const known = await factsFor(
      connector,
      entities.map(({ ref }) => ref),
    )
    const scopes = entities.map(({ ref, entity }) => ({ ref, scope: scopeOf(connector, entity, targetName, known.get(ref) ?? {}) }))
    const given: { ref: string; key: string; scope: Scope }[] = []
    const without: Outcome[] = []
    const keys = await expressions.fill(
      connector.name,
      request.batch?.key ?? '',
      scopes.map(({ scope }) => scope),
    )
    for (const [at, { ref, scope }] of scopes.entries()) {
      const key = keys[at]
      if ((typeof key === 'string' && key !== '') || typeof key === 'number') given.push({ ref, key: String(key), scope })
      else
        without.push(
          nothing(ref, {
            isLeftOut: true,
            absent: factsOf(connector, request.name, () => false).map(({ name }) => `${connector.name}.${name}`),
          }),
        )
    }
    const [first] = given
    if (!first) return without
    const scope = { ...first.scope, keys: [...new Set(given.map(({ key }) => key))] }
    const result = await runner.run({ target, request, scope, signal, entities: given.length, ...(trace && { trace }) })
    if (result.kind === 'left-out') return [...without, ...given.map(({ ref }) => nothing(ref, { isLeftOut: true }))]
    const answers = result.kind === 'answer' ? result.answers : [[{ text: '', type: '' }]]
    return [...without, ...(await evaluate(options, given, answers, result.kind === 'answer' && result.isEach))]
  }

  return {
    /** A failure is an outcome, too. */
    async run(options: RunItems): Promise<Outcome[]> {
      const { request, entities, signal } = options
      try {
        if (request.batch) return await runBatch(options)
        const [only] = entities
        return only ? [await runOne(options, only)] : []
      } catch (error) {
        if (signal?.aborted) throw error
        return failed(
          options,
          entities.map(({ ref }) => ref),
          error,
        )
      }
    },
  }
}

export type ItemRunner = ReturnType<typeof createItemRunner>
