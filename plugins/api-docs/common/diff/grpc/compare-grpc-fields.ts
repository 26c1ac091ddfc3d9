import type { GrpcField, GrpcTypePart } from '../../parts/grpc-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { matchBy } from '../match.ts'

/** Types that are written alike: a value of one is read as one of another, as far as it fits. */
const alike = [
  ['int32', 'uint32', 'int64', 'uint64', 'bool'],
  ['sint32', 'sint64'],
  ['fixed32', 'sfixed32'],
  ['fixed64', 'sfixed64'],
  ['string', 'bytes'],
]

/** Fields and values by their numbers, which are what is on the wire. */
export function compareGrpcFields(changes: ChangeList, before: GrpcTypePart, after: GrpcTypePart, scope: Scope): void {
  const { both, removed, added } = matchBy(before.fields, after.fields, ({ number }) => String(number))
  // The same name under another number.
  const moved = matchBy(removed, added, ({ name }) => name)
  for (const [old, fresh] of moved.both) {
    changes.add(scope, 'grpc-field-number-changed', {
      place: [fresh.name],
      message: `Field ${fresh.name} has another number.`,
      before: old.number,
      after: fresh.number,
    })
  }
  for (const field of moved.removed) {
    const rule = isReserved(after, field) ? 'grpc-field-reserved' : 'grpc-field-removed'
    changes.add(scope, rule, { place: [field.name], message: `Field ${field.name} was removed.`, before: fieldText(field) })
  }
  for (const field of moved.added) {
    const isRequired = field.label === 'required'
    const message = `Field ${field.name} was added${isRequired ? ', and is required' : ''}.`
    changes.add(scope, isRequired ? 'grpc-required-field-added' : 'grpc-field-added', {
      place: [field.name],
      message,
      after: fieldText(field),
    })
  }
  for (const [old, fresh] of both) compareField(changes, old, fresh, scope)
  compareValues(changes, before, after, scope)
}

function compareField(changes: ChangeList, before: GrpcField, after: GrpcField, scope: Scope): void {
  const place = [after.name]
  const subject = `Field ${after.name}`
  if (before.name !== after.name) {
    changes.add(scope, 'grpc-field-renamed', {
      place,
      message: `Field ${before.name} is now called ${after.name}.`,
      before: before.name,
      after: after.name,
    })
  }
  const [was, is] = [before.type.text, after.type.text]
  if (lastName(was) !== lastName(is)) {
    const isAlike = alike.some(group => group.includes(was) && group.includes(is))
    const rule = isAlike ? 'grpc-field-type-widened' : 'grpc-field-type-changed'
    changes.add(scope, rule, { place, message: `${subject} has another type.`, before: was, after: is })
  }
  compareLabels(changes, before, after, scope)
  if (before.oneof !== after.oneof) {
    const message = `${subject} is ${after.oneof === undefined ? 'no longer part of a oneof' : `now part of the oneof ${after.oneof}`}.`
    changes.add(scope, 'grpc-field-oneof-changed', { place, message, before: before.oneof, after: after.oneof })
  }
  if (before.description !== after.description) changes.addDocumentation(scope)
  if (Boolean(before.isDeprecated) === Boolean(after.isDeprecated)) return
  const rule = after.isDeprecated ? 'became-deprecated' : 'no-longer-deprecated'
  changes.add(scope, rule, { place, message: `${subject} is ${after.isDeprecated ? '' : 'no longer '}deprecated.` })
}

function compareLabels(changes: ChangeList, before: GrpcField, after: GrpcField, scope: Scope): void {
  const [was, is] = [before.label ?? 'singular', after.label ?? 'singular']
  if (was === is) return
  const values = { place: [after.name], before: was, after: is }
  const subject = `Field ${after.name}`
  if (was === 'repeated' || is === 'repeated')
    changes.add(scope, 'grpc-field-label-changed', { message: `${subject} is ${is} now.`, ...values })
  else if (is === 'required') changes.add(scope, 'grpc-field-became-required', { message: `${subject} became required.`, ...values })
  else if (was === 'required')
    changes.add(scope, 'grpc-field-no-longer-required', { message: `${subject} is no longer required.`, ...values })
  else changes.add(scope, 'grpc-field-presence-changed', { message: `${subject} is ${is} now.`, ...values })
}

function compareValues(changes: ChangeList, before: GrpcTypePart, after: GrpcTypePart, scope: Scope): void {
  const { both, removed, added } = matchBy(before.values, after.values, ({ number }) => String(number))
  for (const value of removed) {
    const rule = isReserved(after, value) ? 'grpc-enum-value-reserved' : 'grpc-enum-value-removed'
    changes.add(scope, rule, {
      place: [value.name],
      message: `Value ${value.name} was removed.`,
      before: `${value.name} = ${value.number}`,
    })
  }
  for (const { name, number } of added)
    changes.add(scope, 'grpc-enum-value-added', { place: [name], message: `Value ${name} was added.`, after: `${name} = ${number}` })
  for (const [old, fresh] of both) {
    if (old.name !== fresh.name)
      changes.add(scope, 'grpc-enum-value-renamed', {
        place: [fresh.name],
        message: `Value ${old.name} is now called ${fresh.name}.`,
        before: old.name,
        after: fresh.name,
      })
    if (old.description !== fresh.description) changes.addDocumentation(scope)
  }
}

/** Ranges are written as in the file: `4`, `9 to 11`, `20 to max`; names in quotes or without. */
function isReserved({ reserved }: GrpcTypePart, { number }: { readonly number: number }): boolean {
  return reserved.some(each => {
    const [, first, last] = /^(\d+)(?:\s*(?:to|-|–)\s*(\d+|max))?$/.exec(each.trim()) ?? []
    if (first === undefined) return false
    return number >= Number(first) && number <= (last === 'max' ? Infinity : Number(last ?? first))
  })
}

function fieldText({ label, type, name, number }: GrpcField): string {
  return `${label === undefined ? '' : `${label} `}${type.text} ${name} = ${number}`
}

/** A type may be written with its package or without. */
function lastName(text: string): string {
  return text.replaceAll(/[\w.]*\.(\w+)/g, '$1')
}
