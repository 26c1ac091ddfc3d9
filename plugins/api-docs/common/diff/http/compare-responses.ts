import type { HttpResponse } from '../../parts/http-parts.ts'
import { matchBy } from '../match.ts'
import type { SchemaComparison } from '../schema/schema-comparison.ts'
import { compareMedia } from './compare-bodies.ts'
import type { OperationPlace } from './operation-place.ts'

/** Responses by status. `2XX` and `default` stand for statuses that have no entry of their own. */
export function compareResponses(
  comparison: SchemaComparison,
  before: readonly HttpResponse[],
  after: readonly HttpResponse[],
  at: OperationPlace,
): void {
  const { changes } = comparison
  // Errors with which clients answer a callback are their own affair.
  const asked = ({ status }: HttpResponse) => !at.isSentByApi || isSuccess(status)
  const { both, removed, added } = matchBy(before.filter(asked), after.filter(asked), ({ status }) => status.toLowerCase())
  for (const [old, fresh] of both) compareResponse(comparison, old, fresh, at)
  for (const old of removed) {
    const cover = coverOf(old.status, after)
    if (cover) compareResponse(comparison, old, cover, at)
    else {
      const rule = isSuccess(old.status) ? 'success-response-removed' : 'error-response-removed'
      changes.add(at.scope, rule, { place: placeOf(old, at), message: `Response ${old.status} was removed.`, before: old.status })
    }
  }
  for (const fresh of added) {
    if (coverOf(fresh.status, before) || coversRemoved(fresh.status, removed)) continue
    const rule = isSuccess(fresh.status) ? 'success-response-added' : 'error-response-added'
    changes.add(at.scope, rule, { place: placeOf(fresh, at), message: `Response ${fresh.status} was added.`, after: fresh.status })
  }
}

function compareResponse(comparison: SchemaComparison, before: HttpResponse, after: HttpResponse, at: OperationPlace): void {
  const place = placeOf(after, at)
  if (before.description !== after.description && before.status === after.status) comparison.changes.addDocumentation(at.scope)
  compareMedia(comparison, before.media, after.media, { scope: at.scope, place, isGot: !at.isSentByApi, what: 'response' })
  compareHeaders(comparison, before, after, { ...at, place })
  const links = matchBy(before.links, after.links, ({ name }) => name)
  for (const { name } of links.removed)
    comparison.changes.add(at.scope, 'response-link-removed', { place, message: `Link ${name} was removed.`, before: name })
  for (const { name } of links.added)
    comparison.changes.add(at.scope, 'response-link-added', { place, message: `Link ${name} was added.`, after: name })
}

function compareHeaders(comparison: SchemaComparison, before: HttpResponse, after: HttpResponse, at: OperationPlace): void {
  const { changes } = comparison
  const { scope, place: outside } = at
  const { both, removed, added } = matchBy(before.headers, after.headers, ({ name }) => name.toLowerCase())
  const placeFor = (name: string) => [...outside, `header ${name}`]
  for (const { name, isRequired } of removed) {
    const rule = isRequired ? 'required-response-header-removed' : 'response-header-removed'
    changes.add(scope, rule, { place: placeFor(name), message: `Header ${name} was removed.`, before: name })
  }
  for (const { name } of added)
    changes.add(scope, 'response-header-added', { place: placeFor(name), message: `Header ${name} was added.`, after: name })
  for (const [old, fresh] of both) {
    const place = placeFor(fresh.name)
    if (old.isRequired && !fresh.isRequired)
      changes.add(scope, 'response-header-became-optional', { place, message: `Header ${fresh.name} became optional.` })
    if (!old.isRequired && fresh.isRequired)
      changes.add(scope, 'response-header-became-required', { place, message: `Header ${fresh.name} became required.` })
    const direction = at.isSentByApi ? 'request' : 'response'
    comparison.compare(old.schema, fresh.schema, { scope, direction, place, path: '', subject: `Header ${fresh.name}`, depth: 0 })
  }
}

function coverOf(status: string, responses: readonly HttpResponse[]): HttpResponse | undefined {
  const range = `${status[0]}xx`
  const found = (wanted: string) => responses.find(each => each.status.toLowerCase() === wanted)
  return status.toLowerCase() === range ? undefined : (found(range) ?? (isSuccess(status) ? undefined : found('default')))
}

/** Whether this range took the place of statuses that were named one by one. */
function coversRemoved(status: string, removed: readonly HttpResponse[]): boolean {
  return removed.some(each => coverOf(each.status, [{ ...each, status }]) !== undefined)
}

function isSuccess(status: string): boolean {
  return /^[123]/.test(status)
}

function placeOf({ status }: HttpResponse, { place }: OperationPlace): string[] {
  return [...place, `response ${status}`]
}
