import type { Direction } from '../change-list.ts'
import { isSame } from '../match.ts'
import type { SchemaAspect } from '../rules/schema-rules.ts'
import { placeOf, shortType, subjectOf, type SchemaComparison, type SchemaPlace, type Seen } from './schema-comparison.ts'
import { flatten, type FlatField } from './flat-schema.ts'

/** What is inside a schema: fields, items, and what must hold. */
export function compareFields(comparison: SchemaComparison, before: Seen, after: Seen, at: SchemaPlace): void {
  compareProperties(comparison, before, after, at)
  const old = before.flat
  const fresh = after.flat
  const inside = (step: string): SchemaPlace => ({ ...at, path: step === '[]' ? `${at.path}[]` : joined(at.path, step) })
  const report = (aspect: SchemaAspect, message: string, one?: unknown, other?: unknown) =>
    comparison.changes.addToSchema(at.scope, at.direction, aspect, {
      place: placeOf(at),
      message: `${subjectOf(at)} ${message}.`,
      before: one,
      after: other,
    })
  if (old.items && fresh.items) comparison.compare(old.items, fresh.items, inside('[]'))
  old.tuple.forEach((item, index) => {
    if (fresh.tuple[index]) comparison.compare(item, fresh.tuple[index], inside(String(index)))
  })
  if (old.tuple.length !== fresh.tuple.length)
    report('condition-changed', 'has another number of items', old.tuple.length, fresh.tuple.length)
  if (typeof old.otherFields === 'object' && typeof fresh.otherFields === 'object') {
    comparison.compare(old.otherFields, fresh.otherFields, inside('*'))
  } else if ((old.otherFields === false) !== (fresh.otherFields === false)) {
    if (fresh.otherFields === false) report('other-fields-refused', 'no longer allows other fields')
    else report('other-fields-allowed', 'now allows other fields')
  }
  if (!isSame(old.discriminator?.property, fresh.discriminator?.property) && (old.discriminator || old.fields.size > 0)) {
    report('discriminator-changed', 'tells its variants apart by another field', old.discriminator?.property, fresh.discriminator?.property)
  }
  for (const name of new Set([...Object.keys(old.conditions), ...Object.keys(fresh.conditions)])) {
    if (!isSame(old.conditions[name], fresh.conditions[name])) report('condition-changed', `has another ${name}`)
  }
}

function compareProperties(comparison: SchemaComparison, before: Seen, after: Seen, at: SchemaPlace): void {
  const { changes } = comparison
  const old = visible(before.flat.fields, at.direction)
  const fresh = visible(after.flat.fields, at.direction)
  const report = (aspect: SchemaAspect, name: string, message: string, values: { before?: unknown; after?: unknown } = {}) => {
    const path = joined(at.path, name)
    changes.addToSchema(at.scope, at.direction, aspect, {
      place: placeOf({ ...at, path }),
      message: `Field ${path} ${message}.`,
      ...values,
    })
  }
  // A field that moved from a schema into the one that it extends is still there.
  const hadBefore = once(() => visible(flatten(before.node, comparison.before.parts).fields, at.direction))
  const hasNow = once(() => visible(flatten(after.node, comparison.after.parts).fields, at.direction))
  for (const [name, field] of old) {
    const now = fresh.get(name)
    if (now) {
      if (!field.isRequired && now.isRequired) report('field-became-required', name, 'became required')
      if (field.isRequired && !now.isRequired) report('field-became-optional', name, 'became optional')
      comparison.compare(field.schema, now.schema, { ...at, path: joined(at.path, name) })
    } else if (!hasNow().has(name)) {
      const isRefused = at.direction !== 'response' && after.flat.otherFields === false
      report(isRefused ? 'field-refused' : 'field-removed', name, 'was removed', { before: shortType(field.schema) })
    }
  }
  for (const [name, field] of fresh) {
    if (old.has(name) || hadBefore().has(name)) continue
    const aspect = field.isRequired ? 'required-field-added' : 'field-added'
    report(aspect, name, field.isRequired ? 'was added, and is required' : 'was added', { after: shortType(field.schema) })
  }
}

/** What is read only is not sent; what is write only is not got. */
function visible(fields: ReadonlyMap<string, FlatField>, direction: Direction): ReadonlyMap<string, FlatField> {
  if (direction === 'both') return fields
  return new Map([...fields].filter(([, { schema }]) => (direction === 'request' ? !schema.isReadOnly : !schema.isWriteOnly)))
}

function joined(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
