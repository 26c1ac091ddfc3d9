import type { GraphqlArgument } from '../../parts/graphql-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { matchBy } from '../match.ts'
import { compareDeprecation } from './deprecation.ts'
import { isNarrower } from './type-text.ts'

/** Fields of inputs have no default in the model of fields, arguments do. */
type Input = Pick<GraphqlArgument, 'name' | 'type' | 'default' | 'deprecation' | 'description'>

interface InputPlace {
  readonly scope: Scope
  readonly place: readonly string[]
  readonly what: 'argument' | 'input-field'
}

/** What clients send: arguments, and fields of input types. */
export function compareInputs(changes: ChangeList, before: readonly Input[], after: readonly Input[], at: InputPlace): void {
  const { scope, place, what } = at
  const { both, removed, added } = matchBy(before, after, ({ name }) => name)
  const label = (name: string) => `${what === 'argument' ? 'Argument' : 'Field'} ${name}`
  for (const { name, type } of removed)
    changes.add(scope, `${what}-removed`, { place: [...place, name], message: `${label(name)} was removed.`, before: type.text })
  for (const each of added) {
    const isRequired = each.type.text.endsWith('!') && each.default === undefined
    const message = `${label(each.name)} was added${isRequired ? ', and is required' : ''}.`
    changes.add(scope, isRequired ? `required-${what}-added` : `${what}-added`, {
      place: [...place, each.name],
      message,
      after: each.type.text,
    })
  }
  for (const [old, fresh] of both) compareInput(changes, old, fresh, { scope, place: [...place, fresh.name], label: label(fresh.name) })
}

function compareInput(
  changes: ChangeList,
  before: Input,
  after: Input,
  at: { readonly scope: Scope; readonly place: readonly string[]; readonly label: string },
): void {
  const { scope, place, label } = at
  const [was, is] = [before.type.text, after.type.text]
  if (was !== is) {
    const values = { place, before: was, after: is }
    if (isNarrower(was, is)) changes.add(scope, 'input-became-optional', { message: `${label} may now be null.`, ...values })
    else if (isNarrower(is, was)) changes.add(scope, 'input-became-required', { message: `${label} may no longer be null.`, ...values })
    else changes.add(scope, 'input-type-changed', { message: `${label} has another type.`, ...values })
  }
  if (before.default !== after.default) {
    changes.add(scope, 'argument-default-changed', {
      place,
      message: `${label} has another default.`,
      before: before.default,
      after: after.default,
    })
  }
  compareDeprecation(changes, before, after, at)
  if (before.description !== after.description) changes.addDocumentation(scope)
}
