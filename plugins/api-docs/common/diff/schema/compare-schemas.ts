import type { Reading } from '../../reading.ts'
import type { SchemaNode } from '../../parts/schema-node.ts'
import type { ChangeList, Direction, Scope } from '../change-list.ts'
import { isSame } from '../match.ts'
import { compareFields } from './compare-fields.ts'
import { compareValues } from './compare-values.ts'
import { compareVariants } from './compare-variants.ts'
import { flatten, refsOf, schemaAt } from './flat-schema.ts'
import type { SchemaComparison, SchemaPlace } from './schema-comparison.ts'

/** How many pairs of schemas are compared, and how deep in one another. */
const maxPairs = 300_000
const maxDepth = 60

export function createSchemaComparison(before: Reading, after: Reading, changes: ChangeList): SchemaComparison {
  const done = new Set<string>()
  const users = new Map<string, Set<string>>()
  const directions = new Map<string, Set<Direction>>()
  const renamed = new Map<string, string>()
  let pairs = 0

  /** A name that is only in one of the two, at the same place: the same schema under another name. */
  const isRenamed = (old: string, fresh: string) => !Object.hasOwn(after.parts, old) && !Object.hasOwn(before.parts, fresh)

  function pairsOf(one: SchemaNode, other: SchemaNode): (readonly [string, string])[] {
    const old = refsOf(one).filter(id => schemaAt(before.parts, id))
    const fresh = refsOf(other).filter(id => schemaAt(after.parts, id))
    const shared = old.filter(id => fresh.includes(id)).map(id => [id, id] as const)
    if (shared.length > 0 || old.length !== 1 || fresh.length !== 1) return shared
    return isRenamed(old[0]!, fresh[0]!) ? [[old[0]!, fresh[0]!]] : []
  }

  /** Whether this pair is new. A schema that holds itself is met again. */
  function isNew(one: SchemaNode, other: SchemaNode, { scope, direction, path, place }: SchemaPlace): boolean {
    const ids = [refsOf(one), refsOf(other)]
    if (ids.every(each => each.length === 0)) return true
    const where = ids.every(each => each.length > 0) ? '' : `${place.join('/')} ${path}`
    const key = JSON.stringify([scope.id, direction, ...ids, where])
    if (done.has(key)) return false
    done.add(key)
    return true
  }

  function compare(one: SchemaNode | undefined, other: SchemaNode | undefined, at: SchemaPlace): void {
    if (!one && !other) return
    const old = one ?? {}
    const fresh = other ?? {}
    if (old.isRefMissing || fresh.isRefMissing || at.depth > maxDepth || ++pairs > maxPairs) return
    const named = pairsOf(old, fresh)
    for (const [from, to] of named) compareNamed(from, to, at.direction, at.scope)
    if (named.length === 0 && !isNew(old, fresh, at)) return
    compareOwn(old, fresh, { ...at, depth: at.depth + 1 }, new Set(named.flat()))
  }

  function compareOwn(one: SchemaNode, other: SchemaNode, at: SchemaPlace, without: ReadonlySet<string>): void {
    const old = flatten(one, before.parts, without)
    const fresh = flatten(other, after.parts, without)
    if (old.isUnknown || fresh.isUnknown) return
    if (!isSame(old.documentation, fresh.documentation)) changes.addDocumentation(at.scope)
    if (old.variants.length > 0 || fresh.variants.length > 0) {
      const isSettled = compareVariants(self, { node: one, flat: old }, { node: other, flat: fresh }, at)
      if (isSettled) return
    }
    if (!compareValues(changes, old, fresh, { ...at, isRest: without.size > 0 })) return
    compareFields(self, { node: one, flat: old }, { node: other, flat: fresh }, at)
  }

  function compareNamed(from: string, to: string, direction: Direction, user: Scope = {}): void {
    if (user.id !== undefined) users.set(to, (users.get(to) ?? new Set()).add(user.id))
    const key = JSON.stringify([direction, from, to])
    if (done.has(key)) return
    done.add(key)
    if (from !== to) renamed.set(to, from)
    directions.set(to, (directions.get(to) ?? new Set()).add(direction))
    const part = after.parts[to]
    const label = part?.kind === 'schema' ? part.name : to
    const at = { scope: { id: to, label }, direction, place: [], path: '', subject: label, depth: 0 }
    compare(schemaAt(before.parts, from), schemaAt(after.parts, to), at)
  }

  const self: SchemaComparison = {
    before,
    after,
    changes,
    compare,
    compareNamed,
    directionsOf: id => [...(directions.get(id) ?? [])],
    renamed,
    usersOf: id => users.get(id) ?? new Set(),
  }
  return self
}
