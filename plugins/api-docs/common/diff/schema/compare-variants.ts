import type { SchemaNode } from '../../parts/schema-node.ts'
import { isSame, matchBy, stableText } from '../match.ts'
import { placeOf, shortType, subjectOf, type SchemaComparison, type SchemaPlace, type Seen } from './schema-comparison.ts'

/**
 * `oneOf` and `anyOf`. A schema without variants is its only variant: `Booking` that became `oneOf: [Booking, Draft]` has one more.
 * Answers whether there is nothing else to compare.
 */
export function compareVariants(comparison: SchemaComparison, before: Seen, after: Seen, at: SchemaPlace): boolean {
  const isOneSided = before.flat.variants.length === 0 || after.flat.variants.length === 0
  const old = before.flat.variants.length > 0 ? before.flat.variants : [before.node]
  const fresh = after.flat.variants.length > 0 ? after.flat.variants : [after.node]
  const { both, removed, added } = matchBy(old, fresh, keyOf)
  if (isOneSided && both.length === 0) return reportOtherShape(comparison, before, after, at)
  for (const [one, other] of both) compareInside(comparison, one, other, at)
  const isPaired = !isOneSided && removed.length === added.length
  if (isPaired) removed.forEach((one, index) => compareInside(comparison, one, added[index]!, at))
  else reportRest(comparison, { removed, added }, at)
  const wasMapping = before.flat.discriminator?.mapping ?? {}
  const mapping = after.flat.discriminator?.mapping ?? {}
  for (const value of Object.keys(wasMapping)) {
    if (!(value in mapping) || isSame(wasMapping[value], mapping[value])) continue
    comparison.changes.addToSchema(at.scope, at.direction, 'discriminator-changed', {
      place: placeOf(at),
      message: `${subjectOf(at)} has another variant for the value ${value}.`,
      before: wasMapping[value],
      after: mapping[value],
    })
  }
  return isOneSided
}

/** One of the two has variants, and the other is none of them. */
function reportOtherShape({ changes }: SchemaComparison, before: Seen, after: Seen, at: SchemaPlace): boolean {
  const isTyped = ({ flat }: Seen) => flat.types.size > 0 || flat.fields.size > 0
  const hasVariants = after.flat.variants.length > 0
  const plain = hasVariants ? before : after
  // Where anything is allowed, that is what is reported.
  if (!isTyped(plain)) return false
  // Variants that only say more about the same object leave its fields to be compared.
  const isSameThing = isTyped(before) && isTyped(after)
  changes.addToSchema(at.scope, at.direction, isSameThing ? 'condition-changed' : 'type-changed', {
    place: placeOf(at),
    message: `${subjectOf(at)} ${hasVariants ? 'is now one of several variants' : 'no longer has variants'}.`,
    before: isSameThing ? undefined : textOf(before),
    after: isSameThing ? undefined : textOf(after),
  })
  return !isSameThing
}

function textOf({ node, flat }: Seen): string {
  return flat.variants.length > 0 ? flat.variants.map(shortType).join(' or ') : shortType(node)
}

function reportRest(
  { changes }: SchemaComparison,
  { removed, added }: { removed: readonly SchemaNode[]; added: readonly SchemaNode[] },
  at: SchemaPlace,
): void {
  for (const each of removed) {
    const before = shortType(each)
    changes.addToSchema(at.scope, at.direction, 'variant-removed', {
      place: placeOf(at),
      message: `${subjectOf(at)} no longer has the variant ${before}.`,
      before,
    })
  }
  for (const each of added) {
    const after = shortType(each)
    changes.addToSchema(at.scope, at.direction, 'variant-added', {
      place: placeOf(at),
      message: `${subjectOf(at)} has the new variant ${after}.`,
      after,
    })
  }
}

function compareInside(comparison: SchemaComparison, one: SchemaNode, other: SchemaNode, at: SchemaPlace): void {
  comparison.compare(one, other, one.ref === undefined && one.title !== undefined ? { ...at, place: [...at.place, one.title] } : at)
}

function keyOf({ ref, title, ...rest }: SchemaNode): string {
  return ref ?? title ?? stableText(rest)
}
