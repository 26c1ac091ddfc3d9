import type { OperationPart, Parameter } from '../../parts/http-parts.ts'
import { isSame, matchBy } from '../match.ts'
import { shortType, type SchemaComparison } from '../schema/schema-comparison.ts'
import type { OperationPlace } from './operation-place.ts'

/** Parameters of an operation: by place and name, those in the path also by their position. */
export function compareParameters(comparison: SchemaComparison, before: OperationPart, after: OperationPart, at: OperationPlace): void {
  const { changes } = comparison
  const names = renamedInPath(before.path, after.path)
  for (const [was, is] of names) {
    if (was !== is)
      changes.add(at.scope, 'path-parameter-renamed', {
        place: at.place,
        message: `Path parameter ${was} is now called ${is}.`,
        before: was,
        after: is,
      })
  }
  const renamed = before.parameters.map(each => (each.in === 'path' ? { ...each, name: names.get(each.name) ?? each.name } : each))
  const exact = matchBy(renamed, after.parameters, keyOf)
  const moved = matchBy(exact.removed, exact.added, ({ name }) => name)
  for (const [old, fresh] of moved.both) {
    const message = `Parameter ${fresh.name} moved from ${old.in} to ${fresh.in}.`
    changes.add(at.scope, 'parameter-moved', { place: placeOf(fresh, at), message, before: old.in, after: fresh.in })
  }
  for (const each of moved.removed) {
    changes.add(at.scope, 'parameter-removed', { place: placeOf(each, at), message: `${labelOf(each)} was removed.`, before: typeOf(each) })
  }
  for (const each of moved.added) {
    const rule = each.isRequired ? 'required-parameter-added' : 'parameter-added'
    const message = `${labelOf(each)} was added${each.isRequired ? ', and is required' : ''}.`
    changes.add(at.scope, rule, { place: placeOf(each, at), message, after: typeOf(each) })
  }
  for (const [old, fresh] of [...exact.both, ...moved.both]) compareParameter(comparison, old, fresh, at)
}

function compareParameter(comparison: SchemaComparison, before: Parameter, after: Parameter, at: OperationPlace): void {
  const { changes } = comparison
  const place = placeOf(after, at)
  const subject = labelOf(after)
  if (!before.isRequired && after.isRequired)
    changes.add(at.scope, 'parameter-became-required', { place, message: `${subject} became required.` })
  if (before.isRequired && !after.isRequired)
    changes.add(at.scope, 'parameter-became-optional', { place, message: `${subject} became optional.` })
  if (Boolean(before.isDeprecated) !== Boolean(after.isDeprecated)) {
    const rule = after.isDeprecated ? 'became-deprecated' : 'no-longer-deprecated'
    changes.add(at.scope, rule, { place, message: `${subject} is ${after.isDeprecated ? '' : 'no longer '}deprecated.` })
  }
  const [old, fresh] = [writingOf(before), writingOf(after)]
  if (before.in === after.in && !isSame(old, fresh)) {
    changes.add(at.scope, 'parameter-style-changed', { place, message: `${subject} is written in another way.`, before: old, after: fresh })
  }
  if (before.description !== after.description) changes.addDocumentation(at.scope)
  const direction = at.isSentByApi ? 'response' : 'request'
  const inside = { scope: at.scope, direction, place, path: '', subject, depth: 0 } as const
  comparison.compare(before.schema ?? before.media?.[0]?.schema, after.schema ?? after.media?.[0]?.schema, inside)
}

/** How a value is written, with what holds where nothing is said. */
function writingOf({ in: where, style, explode, media }: Parameter): string {
  const used = style ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple')
  return media ? (media[0]?.type ?? '') : `${used}${(explode ?? used === 'form') ? ', exploded' : ''}`
}

/** What the parameters of one path are called in the other, where the paths are alike. */
function renamedInPath(before: string, after: string): Map<string, string> {
  const namesOf = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!)
  const [old, fresh] = [namesOf(before), namesOf(after)]
  if (before.replaceAll(/\{[^}]*\}/g, '{}') !== after.replaceAll(/\{[^}]*\}/g, '{}')) return new Map()
  return new Map(old.map((name, index) => [name, fresh[index] ?? name]))
}

function keyOf({ in: where, name }: Parameter): string {
  return `${where} ${where === 'header' ? name.toLowerCase() : name}`
}

function labelOf({ in: where, name }: Parameter): string {
  return `${where[0]!.toUpperCase()}${where.slice(1)} parameter ${name}`
}

function placeOf(parameter: Parameter, { place }: OperationPlace): string[] {
  return [...place, labelOf(parameter).toLowerCase().slice(0, -parameter.name.length) + parameter.name]
}

function typeOf({ schema }: Parameter): string | undefined {
  return schema && shortType(schema)
}
