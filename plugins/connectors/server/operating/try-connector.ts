import type { Entity } from '@portico/catalog/common'
import { isNamedState, type TryResult, type UnnamedState } from '@portico/connectors/common'
import { isRecord } from '@portico/core/common'
import { computed, factsOf, type Connector } from '../connectors.ts'
import type { ConnectorFact } from '../documents/document.ts'
import { failureOf } from '../expressions/expressions.ts'
import { matchEntity } from '../schedule/entity-scope.ts'
import type { ItemRunner, Outcome } from '../schedule/run-items.ts'

/** Of all answers and bodies together, and of one value. */
const maxTextCharacters = 500_000
const maxValueCharacters = 10_000
const maxStates = 20

/** Asks a tool about one entity, and tells everything but secrets. Nothing is stored. */
export async function tryConnector(
  connector: Connector,
  ref: string,
  entity: Entity,
  runner: ItemRunner,
  onlyTarget?: string,
): Promise<TryResult> {
  const match = matchEntity(connector, entity)
  if (!match) {
    const keys = connector.keys.join(', ')
    return {
      entityRef: ref,
      message: `The entity has none of the annotations ${keys}, or a required one is missing`,
      requests: [],
      facts: [],
      unnamedStates: [],
    }
  }
  const targetName = onlyTarget ?? match.target
  const result: TryResult = { entityRef: ref, target: targetName, requests: [], facts: [], unnamedStates: [] }
  const leftOut = new Set<string>()
  let left = maxTextCharacters
  const cut = (text: string) => {
    const shown = text.slice(0, left)
    left -= shown.length
    return shown.length < text.length ? `${shown}…` : shown
  }
  for (const request of connector.requests) {
    const before = result.requests.length
    const outcomes = await runner.run({
      connector,
      target: connector.targets.get(targetName),
      targetName,
      request,
      entities: [{ ref, entity }],
      isLeftOut: (_ref, name) => leftOut.has(name),
      trace: ({ at: _at, entities: _entities, ...sent }, answer, body) =>
        void result.requests.push({
          ...sent,
          responseHeaders: answer?.headers ?? {},
          ...(answer && { answer: cut(answer.text) }),
          ...(body !== undefined && { body: cut(body) }),
        }),
    })
    const outcome = outcomes[0]
    if (outcome?.isLeftOut) {
      leftOut.add(request.name)
      result.requests.push(nothingSent(request, targetName, { leftOut: "'when' does not hold, or a value that it needs is missing" }))
    } else if (outcome?.error && result.requests.length === before && request.name !== computed)
      result.requests.push(nothingSent(request, targetName, { error: outcome.error.message }))
    for (const fact of factsOf(connector, request.name, name => leftOut.has(name))) {
      const name = `${connector.name}.${fact.name}`
      result.facts.push({
        name,
        request: request.name,
        expression: fact.value,
        ...valueOf(outcome, name),
      })
      result.unnamedStates.push(...unnamedOf(fact, outcome?.values.find(each => each.name === name)?.value))
    }
  }
  return result
}

/** States of a fact, or of the columns of a list, that the document does not name. */
function unnamedOf({ name, type, states, columns = [] }: ConnectorFact, value: unknown): UnnamedState[] {
  if (type === 'state')
    return value === undefined || value === null || isNamedState({ states }, value) ? [] : [{ fact: name, state: String(value) }]
  const items = Array.isArray(value) ? value.filter(isRecord) : []
  return columns
    .filter(column => column.type === 'state')
    .flatMap(column => {
      const found = new Set(items.map(item => item[column.name]).filter(each => each !== undefined && !isNamedState(column, each)))
      return [...found].slice(0, maxStates).map(state => ({ fact: `${name}.${column.name}`, state: String(state) }))
    })
}

function nothingSent(
  request: { readonly name: string; readonly method: string; readonly path: string },
  target: string,
  why: { readonly leftOut?: string; readonly error?: string },
): TryResult['requests'][number] {
  return {
    request: request.name,
    target,
    method: request.method,
    url: request.path,
    headers: {},
    responseHeaders: {},
    durationMs: 0,
    ...why,
  }
}

function valueOf(outcome: Outcome | undefined, name: string): Pick<TryResult['facts'][number], 'value' | 'error'> {
  const failure = outcome?.failures.find(each => each.name === name)
  if (failure) return { error: failure.message }
  if (outcome?.error) return { error: failureOf(new Error(outcome.error.message)).message }
  const found = outcome?.values.find(each => each.name === name)
  if (!found) return {}
  const text = JSON.stringify(found.value)
  if (text.length > maxValueCharacters) return { value: `${text.slice(0, maxValueCharacters)}…` }
  return { value: found.value as NonNullable<TryResult['facts'][number]['value']> }
}
