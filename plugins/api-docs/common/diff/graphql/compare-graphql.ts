import type { GraphqlField, GraphqlFieldPart, GraphqlTypePart } from '../../parts/graphql-parts.ts'
import type { Reading } from '../../reading.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { matchBy } from '../match.ts'
import { compareInputs } from './compare-inputs.ts'
import { compareDeprecation } from './deprecation.ts'
import { isNarrower } from './type-text.ts'

/** Types and fields of two schemas. */
export function compareGraphql(before: Reading, after: Reading, changes: ChangeList): void {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  const fields = matchBy(old.fields, fresh.fields, ({ id }) => id)
  for (const each of fields.removed)
    changes.add(fieldScope(each), 'field-removed', { message: `Field ${each.field.name} was removed.`, before: each.field.type.text })
  for (const each of fields.added)
    changes.add(fieldScope(each), 'field-added', { message: `Field ${each.field.name} was added.`, after: each.field.type.text })
  for (const [was, is] of fields.both) compareField(changes, was.field, is.field, fieldScope(is), [])
  const types = matchBy(old.types, fresh.types, ({ id }) => id)
  for (const each of types.removed)
    changes.add(scopeOf(each), each.form === 'directive' ? 'directive-removed' : 'type-removed', {
      message: `${labelOf(each)} was removed.`,
    })
  for (const each of types.added)
    changes.add(scopeOf(each), each.form === 'directive' ? 'directive-added' : 'type-added', { message: `${labelOf(each)} was added.` })
  const [roots, newRoots] = [rootFields(old.fields), rootFields(fresh.fields)]
  for (const [was, is] of types.both) {
    // Fields of the query, mutation and subscription types are items of their own.
    const isRoot = [was, is].some(({ name }) => [roots, newRoots].some(each => each.has(name)))
    compareType(changes, isRoot ? { ...was, fields: [] } : was, isRoot ? { ...is, fields: [] } : is)
  }
}

function compareType(changes: ChangeList, before: GraphqlTypePart, after: GraphqlTypePart): void {
  const scope = scopeOf(after)
  if (before.form !== after.form) {
    changes.add(scope, 'type-form-changed', {
      message: `${after.name} is now ${after.form} instead of ${before.form}.`,
      before: before.form,
      after: after.form,
    })
    return
  }
  if (before.description !== after.description) changes.addDocumentation(scope)
  if (before.specifiedByUrl !== after.specifiedByUrl) {
    changes.add(scope, 'scalar-changed', {
      message: `${after.name} is specified elsewhere.`,
      before: before.specifiedByUrl,
      after: after.specifiedByUrl,
    })
  }
  if (before.form === 'input') compareInputs(changes, before.fields, after.fields, { scope, place: [], what: 'input-field' })
  else compareFields(changes, before, after, scope)
  compareValues(changes, before, after, scope)
  compareNames(before.interfaces, after.interfaces, {
    removed: name => changes.add(scope, 'interface-removed', { message: `${after.name} no longer implements ${name}.`, before: name }),
    added: name => changes.add(scope, 'interface-added', { message: `${after.name} now implements ${name}.`, after: name }),
  })
  if (before.form === 'union') {
    compareNames(before.possibleTypes, after.possibleTypes, {
      removed: name => changes.add(scope, 'union-member-removed', { message: `${name} is no longer part of ${after.name}.`, before: name }),
      added: name => changes.add(scope, 'union-member-added', { message: `${name} is now part of ${after.name}.`, after: name }),
    })
  }
  if (before.form !== 'directive') return
  compareInputs(changes, before.arguments ?? [], after.arguments ?? [], { scope, place: [], what: 'argument' })
  const texts = (locations: readonly string[] = []) => locations.map(text => ({ text }))
  compareNames(texts(before.locations), texts(after.locations), {
    removed: name =>
      changes.add(scope, 'directive-location-removed', { message: `${labelOf(after)} may no longer stand on ${name}.`, before: name }),
    added: name => changes.add(scope, 'directive-location-added', { message: `${labelOf(after)} may now stand on ${name}.`, after: name }),
  })
}

function compareFields(changes: ChangeList, before: GraphqlTypePart, after: GraphqlTypePart, scope: Scope): void {
  const { both, removed, added } = matchBy(before.fields, after.fields, ({ name }) => name)
  for (const { name, type } of removed)
    changes.add(scope, 'field-removed', { place: [name], message: `Field ${name} was removed.`, before: type.text })
  for (const { name, type } of added)
    changes.add(scope, 'field-added', { place: [name], message: `Field ${name} was added.`, after: type.text })
  for (const [old, fresh] of both) compareField(changes, old, fresh, scope, [fresh.name])
}

function compareField(changes: ChangeList, before: GraphqlField, after: GraphqlField, scope: Scope, place: readonly string[]): void {
  const [was, is] = [before.type.text, after.type.text]
  if (was !== is) {
    const values = { place, before: was, after: is }
    if (isNarrower(is, was)) changes.add(scope, 'field-became-non-null', { message: `Field ${after.name} is never null.`, ...values })
    else if (isNarrower(was, is))
      changes.add(scope, 'field-became-nullable', { message: `Field ${after.name} may now be null.`, ...values })
    else changes.add(scope, 'field-type-changed', { message: `Field ${after.name} has another type.`, ...values })
  }
  compareDeprecation(changes, before, after, { scope, place, label: `Field ${after.name}` })
  if (before.description !== after.description) changes.addDocumentation(scope)
  compareInputs(changes, before.arguments, after.arguments, { scope, place, what: 'argument' })
}

function compareValues(changes: ChangeList, before: GraphqlTypePart, after: GraphqlTypePart, scope: Scope): void {
  const { both, removed, added } = matchBy(before.values, after.values, ({ name }) => name)
  for (const { name } of removed) changes.add(scope, 'enum-value-removed', { message: `Value ${name} was removed.`, before: name })
  for (const { name } of added) changes.add(scope, 'enum-value-added', { message: `Value ${name} was added.`, after: name })
  for (const [old, fresh] of both) {
    compareDeprecation(changes, old, fresh, { scope, place: [fresh.name], label: `Value ${fresh.name}` })
    if (old.description !== fresh.description) changes.addDocumentation(scope)
  }
}

function compareNames(
  before: readonly { readonly text: string }[],
  after: readonly { readonly text: string }[],
  report: { readonly removed: (name: string) => void; readonly added: (name: string) => void },
): void {
  const { removed, added } = matchBy(before, after, ({ text }) => text)
  for (const { text } of removed) report.removed(text)
  for (const { text } of added) report.added(text)
}

function partsOf({ parts }: Reading) {
  const all = Object.values(parts)
  return {
    fields: all.filter((part): part is GraphqlFieldPart => part.kind === 'graphql-field'),
    types: all.filter((part): part is GraphqlTypePart => part.kind === 'graphql-type'),
  }
}

/** The names of the types whose fields clients ask for, from ids such as `field Query.bookings`. */
function rootFields(fields: readonly GraphqlFieldPart[]): Set<string> {
  return new Set(fields.map(({ id }) => id.replace(/^field /, '').split('.')[0]!))
}

function fieldScope({ id }: GraphqlFieldPart): Scope {
  return { id, label: id.replace(/^field /, '') }
}

function scopeOf(part: GraphqlTypePart): Scope {
  return { id: part.id, label: part.form === 'directive' ? labelOf(part).replace('Directive ', '') : part.name }
}

function labelOf({ name, form }: GraphqlTypePart): string {
  return form === 'directive' ? `Directive @${name.replace(/^@/, '')}` : `Type ${name}`
}
