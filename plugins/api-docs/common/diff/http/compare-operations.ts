import type { OperationPart } from '../../parts/http-parts.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { isSame, matchBy } from '../match.ts'
import type { SchemaComparison } from '../schema/schema-comparison.ts'
import { compareBodies } from './compare-bodies.ts'
import { compareParameters } from './compare-parameters.ts'
import { compareResponses } from './compare-responses.ts'
import { compareSecurity } from './compare-security.ts'
import { compareServers } from './compare-servers.ts'
import type { OperationPlace } from './operation-place.ts'

/** Operations and webhooks of two definitions. */
export function compareOperations(comparison: SchemaComparison): void {
  const { before, after, changes } = comparison
  const ofKind = (parts: typeof before.parts, kind: OperationPart['kind']) =>
    Object.values(parts).filter((part): part is OperationPart => part.kind === kind)
  const operations = matchOperations(ofKind(before.parts, 'operation'), ofKind(after.parts, 'operation'))
  const webhooks = matchBy(ofKind(before.parts, 'webhook'), ofKind(after.parts, 'webhook'), ({ id }) => id)
  for (const [what, { both, removed, added }] of [
    ['operation', operations],
    ['webhook', webhooks],
  ] as const) {
    for (const each of removed)
      changes.add(scopeOf(each), `${what}-removed`, { message: `${labelOf(each)} was removed.`, before: each.summary })
    for (const each of added) changes.add(scopeOf(each), `${what}-added`, { message: `${labelOf(each)} was added.`, after: each.summary })
    for (const [old, fresh] of both) {
      compareOperation(comparison, old, fresh, { scope: scopeOf(fresh), place: [], isSentByApi: what === 'webhook' })
    }
  }
}

/** The same by method and path; else where only names of parameters in the path differ; else by operation id. */
function matchOperations(before: readonly OperationPart[], after: readonly OperationPart[]) {
  const exact = matchBy(before, after, ({ id }) => id)
  const alike = matchBy(exact.removed, exact.added, ({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`)
  const moved = matchBy(alike.removed, alike.added, ({ id, operationId }) =>
    operationId === undefined ? `without ${id}` : `id ${operationId}`,
  )
  return { both: [...exact.both, ...alike.both, ...moved.both], removed: moved.removed, added: moved.added }
}

function compareOperation(comparison: SchemaComparison, before: OperationPart, after: OperationPart, at: OperationPlace): void {
  const { changes } = comparison
  compareNames(changes, before, after, at)
  compareParameters(comparison, before, after, at)
  compareBodies(comparison, before.body, after.body, at)
  compareResponses(comparison, before.responses, after.responses, at)
  // What all operations share is compared once, for the whole definition.
  if (before.security || after.security) {
    const old = before.security ?? aboutOf(comparison.before)?.security
    compareSecurity(changes, old ?? [], after.security ?? aboutOf(comparison.after)?.security ?? [], at)
  }
  if (before.servers && after.servers) compareServers(changes, before.servers, after.servers, at)
  compareCallbacks(comparison, before, after, at)
}

function compareNames(changes: ChangeList, before: OperationPart, after: OperationPart, { scope, place }: OperationPlace): void {
  const isMoved = before.method !== after.method || normalPath(before.path) !== normalPath(after.path)
  if (isMoved) {
    const message = `${labelOf(before)} is now ${labelOf(after)}.`
    changes.add(scope, 'operation-moved', { place, message, before: labelOf(before), after: labelOf(after) })
  }
  if (before.operationId !== after.operationId) {
    const values = { before: before.operationId, after: after.operationId }
    changes.add(scope, 'operation-id-changed', { place, message: 'The operation id is another one.', ...values })
  }
  if (Boolean(before.isDeprecated) !== Boolean(after.isDeprecated)) {
    const [rule, words] = after.isDeprecated
      ? (['became-deprecated', 'is deprecated'] as const)
      : (['no-longer-deprecated', 'is no longer deprecated'] as const)
    changes.add(scope, rule, { place, message: `${labelOf(after)} ${words}.` })
  }
  if (!isSame(textsOf(before), textsOf(after))) changes.addDocumentation(scope)
}

function textsOf({ summary, description, tags, externalDocs, samples, body }: OperationPart): unknown {
  return [summary, description, tags, externalDocs, samples, body?.description]
}

function compareCallbacks(comparison: SchemaComparison, before: OperationPart, after: OperationPart, at: OperationPlace): void {
  const { both, removed, added } = matchBy(before.callbacks, after.callbacks, each =>
    JSON.stringify([each.name, each.expression, each.operation.method]),
  )
  const { changes } = comparison
  for (const { name } of removed)
    changes.add(at.scope, 'callback-removed', { place: [...at.place, 'callbacks'], message: `Callback ${name} was removed.`, before: name })
  for (const { name } of added)
    changes.add(at.scope, 'callback-added', { place: [...at.place, 'callbacks'], message: `Callback ${name} was added.`, after: name })
  for (const [old, fresh] of both) {
    const place = [...at.place, `callback ${fresh.name}`]
    compareOperation(comparison, old.operation, fresh.operation, { scope: at.scope, place, isSentByApi: !at.isSentByApi })
  }
}

function normalPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function labelOf({ method, path }: OperationPart): string {
  return `${method} ${path}`
}

function scopeOf(part: OperationPart): Scope {
  return { id: part.id, label: labelOf(part) }
}

function aboutOf({ parts }: SchemaComparison['before']) {
  const about = parts['about']
  return about?.kind === 'about' ? about : undefined
}
