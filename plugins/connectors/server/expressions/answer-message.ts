import { buildRequest, fill } from './build-request.ts'
import { compile, evaluate, EvaluationError } from './evaluate.ts'
import type { SkippedParts } from '@portico/core/server/worker'
import type { CheckedExpression, FactResult, FactsAnswer, FactsMessage, Message, Scope } from './messages.ts'
import { wrongNames } from './inspect.ts'
import { readAnswer } from './read-answer.ts'
import { parseTemplate } from './template.ts'

/** What a process of expressions does. `report` tells at which fact it is. */
export async function answer(message: Message & SkippedParts, report: (at: number) => void): Promise<unknown> {
  switch (message.kind) {
    case 'check':
      return (await Promise.all(message.expressions.map(check))).flat()
    case 'evaluate': {
      if (message.skipped[0] !== undefined) throw new EvaluationError(message.skipped[0])
      report(1)
      const values = []
      for (const scope of message.scopes) values.push(await evaluate(message.expression, scope))
      return values.map(value => value ?? null)
    }
    case 'fill': {
      const values = []
      for (const scope of message.scopes) values.push(await fill(message.template, scope))
      return values.map(value => value ?? null)
    }
    case 'build':
      return buildRequest(message.parts, message.when, message.scope)
    case 'next':
      return (await evaluate(message.expression, { ...message.scope, answer: readAnswer(message.answer, message.accept) })) ?? null
    case 'facts':
      return evaluateFacts(message, report)
  }
}

async function check({ id, source, isTemplate, known }: CheckedExpression): Promise<{ readonly id: number; readonly message: string }[]> {
  try {
    const parts = isTemplate ? parseTemplate(source).flatMap(part => ('expression' in part ? [part.expression] : [])) : [source]
    const wrong: string[] = []
    for (const part of parts) {
      compile(part)
      wrong.push(...(await wrongNames(part, known)))
    }
    return wrong.map(message => ({ id, message }))
  } catch (error) {
    return [{ id, message: error instanceof Error ? error.message : String(error) }]
  }
}

async function evaluateFacts(message: FactsMessage & SkippedParts, report: (at: number) => void): Promise<FactsAnswer> {
  const { answers, isEach, batch, entities, facts, skipped } = message
  const joined = []
  for (const pages of answers) joined.push(await join(pages, message))
  const answer = isEach ? joined : joined[0]
  const items = batch && (await group(answer, batch, entities[0]?.scope))
  const results = []
  for (const { key, scope } of entities) {
    const own = items ? items.get(key ?? '') : answer
    results.push(await factsOf({ ...scope, answer: own }, facts, skipped, report))
  }
  return results
}

async function factsOf(scope: Scope, facts: FactsMessage['facts'], skipped: SkippedParts['skipped'], report: (at: number) => void) {
  const results: FactResult[] = []
  const known = { ...scope.facts }
  for (const [at, { name, value }] of facts.entries()) {
    const reason = skipped[at]
    if (reason !== undefined) {
      results.push({ name, error: reason })
      continue
    }
    report(at + 1)
    try {
      const found = await evaluate(value, { ...scope, facts: known })
      known[name] = found
      results.push({ name, value: found ?? null })
    } catch (error) {
      results.push({ name, error: error instanceof Error ? error.message : String(error) })
    }
  }
  return results
}

/** The pages of an answer as one: their items, or their lists one behind the other. */
async function join(pages: FactsMessage['answers'][number], { accept, items, entities }: FactsMessage): Promise<unknown> {
  const values = []
  for (const page of pages) {
    const answer = readAnswer(page, accept)
    const scope = entities[0]?.scope
    values.push(items !== undefined && scope ? await evaluate(items, { ...scope, answer }) : answer)
  }
  if (values.length === 1 && items === undefined) return values[0]
  return values.flat()
}

/** The items of an answer for many entities, by the key of the entity. */
async function group(answer: unknown, { items, of }: NonNullable<FactsMessage['batch']>, scope: Scope | undefined) {
  if (!scope) return new Map<string, unknown[]>()
  const list = await evaluate(items, { ...scope, answer })
  const byKey = new Map<string, unknown[]>()
  for (const item of Array.isArray(list) ? list : list === undefined || list === null ? [] : [list]) {
    const key = await evaluate(of, { ...scope, answer: undefined, item })
    if (typeof key !== 'string' && typeof key !== 'number') {
      if (Array.isArray(key)) for (const each of key) add(byKey, String(each), item)
      continue
    }
    add(byKey, String(key), item)
  }
  if (list !== undefined && typeof list !== 'object') throw new EvaluationError("'batch.items' gives no list")
  return byKey
}

function add(byKey: Map<string, unknown[]>, key: string, item: unknown): void {
  const known = byKey.get(key)
  if (known) known.push(item)
  else byKey.set(key, [item])
}
