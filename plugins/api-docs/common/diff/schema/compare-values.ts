import { valueText, type ChangeList } from '../change-list.ts'
import type { SchemaAspect } from '../rules/schema-rules.ts'
import { difference, isSame } from '../match.ts'
import { compareConstraints } from './compare-constraints.ts'
import { placeOf, subjectOf, type SchemaPlace } from './schema-comparison.ts'
import type { FlatSchema } from './flat-schema.ts'

/** Formats whose values all fit into another one. */
const wider: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' }

/** `isRest`: what stands beside a schema that is compared by itself. Types, null, formats, enums, limits and defaults. Answers whether what is inside can be compared too. */
export function compareValues(
  changes: ChangeList,
  before: FlatSchema,
  after: FlatSchema,
  at: SchemaPlace & { readonly isRest: boolean },
): boolean {
  const subject = subjectOf(at)
  const report = (aspect: SchemaAspect, message: string, old?: unknown, fresh?: unknown) =>
    changes.addToSchema(at.scope, at.direction, aspect, {
      place: placeOf(at),
      message: `${subject} ${message}.`,
      before: old,
      after: fresh,
    })

  const typeAspect = at.isRest ? undefined : typeChange(before, after)
  if (typeAspect) report(typeAspect, typeMessages[typeAspect], typeText(before), typeText(after))
  if (typeAspect === 'type-changed') return false
  if (before.isDeprecated !== after.isDeprecated) {
    const [rule, words] = after.isDeprecated
      ? (['became-deprecated', 'is deprecated'] as const)
      : (['no-longer-deprecated', 'is no longer deprecated'] as const)
    changes.add(at.scope, rule, { place: placeOf(at), message: `${subject} ${words}.` })
  }
  // Where anything was allowed, or is now, null is part of it.
  const isTyped = at.isRest || (!isAnything(before) && !isAnything(after))
  if (before.isNullable !== after.isNullable && isTyped) {
    if (after.isNullable) report('null-allowed', 'may now be null')
    else report('null-refused', 'may no longer be null')
  }
  if (before.format !== after.format && isTyped && !typeAspect)
    report(formatAspect(before.format, after.format), 'has another format', before.format, after.format)
  if (!isAnything(before)) compareEnums(report, before.enum, after.enum)
  compareConstraints(report, before.constraints, after.constraints)
  if (!isSame(before.default, after.default)) report('default-changed', 'has another default', before.default, after.default)
  return true
}

const typeMessages = {
  'type-changed': 'has another type',
  'type-widened': 'may be of further types',
  'type-narrowed': 'may be of fewer types',
  'type-stated': 'now has a type, where anything was allowed',
  'type-dropped': 'no longer has a type: anything is allowed',
} as const

function typesOf({ types, fields, items }: FlatSchema): ReadonlySet<string> {
  if (types.size > 0) return types
  if (fields.size > 0) return new Set(['object'])
  return new Set(items ? ['array'] : [])
}

function isAnything(schema: FlatSchema): boolean {
  return typesOf(schema).size === 0 && schema.variants.length === 0 && schema.enum === undefined
}

function typeChange(before: FlatSchema, after: FlatSchema): keyof typeof typeMessages | undefined {
  const old = typesOf(before)
  const fresh = typesOf(after)
  if (isAnything(before) && isAnything(after)) return undefined
  if (isAnything(before)) return 'type-stated'
  if (isAnything(after)) return 'type-dropped'
  if (old.size === 0 || fresh.size === 0) return undefined
  const isWider = isWithin(old, fresh)
  const isNarrower = isWithin(fresh, old)
  if (isWider && isNarrower) return undefined
  if (isWider) return 'type-widened'
  return isNarrower ? 'type-narrowed' : 'type-changed'
}

function isWithin(types: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...types].every(type => others.has(type) || (type === 'integer' && others.has('number')))
}

function typeText(schema: FlatSchema): string {
  return [...typesOf(schema)].join(' or ') || 'anything'
}

function formatAspect(before: string | undefined, after: string | undefined): SchemaAspect {
  if (before === undefined || (after !== undefined && wider[after] === before)) return 'format-narrowed'
  return after === undefined || wider[before] === after ? 'format-widened' : 'format-changed'
}

type Report = (aspect: SchemaAspect, message: string, before?: unknown, after?: unknown) => void

function compareEnums(report: Report, before: readonly unknown[] | undefined, after: readonly unknown[] | undefined): void {
  if (!before && !after) return
  if (!before) return report('enum-introduced', 'now allows certain values only', undefined, after)
  if (!after) return report('enum-dropped', 'no longer names its values', before)
  const old = new Set(before.map(value => JSON.stringify(value)))
  const fresh = new Set(after.map(value => JSON.stringify(value)))
  for (const value of difference(old, fresh)) report('enum-value-removed', `no longer has the value ${valueText(value)}`, value)
  for (const value of difference(fresh, old)) report('enum-value-added', `has the new value ${valueText(value)}`, undefined, value)
}
