import type { RequestParts } from '../documents/document.ts'
import { evaluate, EvaluationError } from './evaluate.ts'
import type { Built, Scope } from './messages.ts'
import { parseTemplate } from './template.ts'
import { isTruthy } from './truth.ts'

/** A request for one entity, or why there is none. */
export async function buildRequest(
  { path, query = {}, headers = {}, body }: RequestParts,
  when: string | undefined,
  scope: Scope,
): Promise<Built> {
  if (when !== undefined && !isTruthy(await evaluate(when, scope))) return { leftOut: "'when' does not hold" }
  const filledPath = await fillPath(path, scope)
  if (filledPath === undefined) return { leftOut: 'a value of the path is missing' }
  const filledQuery: [string, string][] = []
  for (const [name, given] of Object.entries(query))
    for (const each of Array.isArray(given) ? given : [given]) {
      const missing = typeof each === 'string' ? missingAnnotation(each, scope) : undefined
      // Without it the tool could answer for everybody.
      if (missing !== undefined) return { leftOut: `the annotation ${missing} is missing` }
      const value = typeof each === 'string' ? await fill(each, scope) : each
      for (const one of Array.isArray(value) ? value : [value]) if (isPlain(one)) filledQuery.push([name, String(one)])
    }
  const filledHeaders: Record<string, string> = {}
  for (const [name, given] of Object.entries(headers)) {
    const value = await fill(given, scope)
    if (isPlain(value)) filledHeaders[name] = String(value).replaceAll(/[\r\n]+/g, ' ')
  }
  const request = { path: filledPath, query: filledQuery, headers: filledHeaders }
  return { request: body === undefined ? request : { ...request, body: (await fillDeep(body, scope)) ?? null } }
}

/** An annotation that a text has as it is, and that the entity has not. */
function missingAnnotation(template: string, scope: Scope): string | undefined {
  for (const part of parseTemplate(template)) {
    const key = 'expression' in part ? /^\s*\$annotation\(\s*(["'])([^"']+)\1\s*\)\s*$/.exec(part.expression)?.[2] : undefined
    if (key !== undefined && !Object.hasOwn(scope.annotation, key)) return key
  }
  return undefined
}

/** A text with its expressions as text; one that is a single expression keeps the type of its value. */
export async function fill(template: string, scope: Scope): Promise<unknown> {
  const parts = parseTemplate(template)
  const [first] = parts
  if (parts.length === 1 && first && 'expression' in first) return evaluate(first.expression, scope)
  let text = ''
  for (const part of parts) {
    if ('text' in part) text += part.text
    else {
      const value = await evaluate(part.expression, scope)
      if (value !== undefined && value !== null) text += typeof value === 'object' ? JSON.stringify(value) : String(value)
    }
  }
  return text
}

/** Each value is one segment, a list is several. */
async function fillPath(template: string, scope: Scope): Promise<string | undefined> {
  let path = ''
  for (const part of parseTemplate(template)) {
    if ('text' in part) {
      path += part.text
      continue
    }
    const value = await evaluate(part.expression, scope)
    const segments = Array.isArray(value) ? value : [value]
    if (!segments.every(isPlain)) return undefined
    path += segments.map(segment => encodeSegment(String(segment))).join('/')
  }
  return path
}

function encodeSegment(segment: string): string {
  // These would lead to another place.
  if (segment === '.' || segment === '..') throw new EvaluationError(`'${segment}' cannot be a part of a path`)
  return encodeURIComponent(segment.toWellFormed())
}

async function fillDeep(value: unknown, scope: Scope): Promise<unknown> {
  if (typeof value === 'string') return fill(value, scope)
  if (Array.isArray(value)) {
    const items = []
    for (const item of value) items.push(await fillDeep(item, scope))
    return items.filter(item => item !== undefined)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const filled = await fillDeep(item, scope)
    if (filled !== undefined) entries.push([key, filled])
  }
  return Object.fromEntries(entries)
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
