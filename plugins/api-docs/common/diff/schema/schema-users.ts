import type { ApiChange } from '../../changes.ts'
import type { Reading } from '../../reading.ts'
import type { SchemaComparison } from './schema-comparison.ts'

/** How many operations and messages are named with a change of a schema. */
const maxNamed = 20

/** Says with each change of a schema which operations and messages it reaches. */
export function usersOfSchemas(comparison: SchemaComparison, changes: readonly ApiChange[]): ApiChange[] {
  const labels = labelsOf(comparison.before, comparison.after)
  const reached = new Map<string, readonly string[]>()
  return changes.map(change => {
    const { item } = change
    if (item === undefined || comparison.usersOf(item).size === 0) return change
    if (!reached.has(item))
      reached.set(
        item,
        itemsReached(comparison, item).filter(id => labels.has(id)),
      )
    const ids = reached.get(item)!
    if (ids.length === 0) return change
    const reaches = ids.slice(0, maxNamed).map(id => ({ id, label: labels.get(id)! }))
    return { ...change, reaches, reachesTotal: ids.length }
  })
}

/** All that uses a schema, also through other schemas, without those. */
function itemsReached({ usersOf }: SchemaComparison, schema: string): string[] {
  const seen = new Set([schema])
  for (const id of seen) for (const user of usersOf(id)) seen.add(user)
  return [...seen].filter(id => usersOf(id).size === 0)
}

function labelsOf(...readings: readonly Reading[]): Map<string, string> {
  return new Map(
    readings.flatMap(({ outline }) => outline.items.filter(({ kind }) => kind !== 'schema').map(({ id, label }) => [id, label] as const)),
  )
}
