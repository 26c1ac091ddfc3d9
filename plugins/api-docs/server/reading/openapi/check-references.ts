import { aboutId, type PartLink } from '@portico/api-docs/common'
import { isFields } from '../document/json-values.ts'
import type { OpenapiContext } from './openapi-context.ts'

/** Fields that hold values of the API and not words of OpenAPI. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'value', 'dataValue'])
/** Fields of which every key is a name that its author chose. */
const maps = new Set(['properties', 'patternProperties', 'schemas', 'definitions', '$defs', 'responses', 'parameters', 'headers', 'paths'])
const whole: PartLink = { id: aboutId, label: 'About' }

/** Says which references lead nowhere, also in what no operation uses. */
export function checkReferences({ root, schemas }: OpenapiContext): void {
  const path: (string | number)[] = []
  const known = new Map<string, boolean>()

  function walk(value: unknown, isMap: boolean): void {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) step(at, item, false)
      return
    }
    if (!isFields(value)) return
    if (!isMap && typeof value.$ref === 'string' && !leads(value.$ref)) schemas.resolve(value, [...path], whole)
    for (const [key, item] of Object.entries(value)) {
      if (isMap || (!values.has(key) && !key.startsWith('x-'))) step(key, item, !isMap && maps.has(key))
    }
  }

  function step(key: string | number, value: unknown, isMap: boolean): void {
    if (typeof value !== 'object' || value === null) return
    path.push(key)
    walk(value, isMap)
    path.pop()
  }

  function leads(ref: string): boolean {
    const answer = known.get(ref) ?? schemas.has(ref)
    known.set(ref, answer)
    return answer
  }

  walk(root, false)
}
