import type { HttpBody, Media } from '../../parts/http-parts.ts'
import { isSame, matchBy } from '../match.ts'
import type { SchemaComparison } from '../schema/schema-comparison.ts'
import type { OperationPlace } from './operation-place.ts'

/** The body of a request. */
export function compareBodies(
  comparison: SchemaComparison,
  before: HttpBody | undefined,
  after: HttpBody | undefined,
  { scope, place: outside, isSentByApi }: OperationPlace,
): void {
  const { changes } = comparison
  const place = [...outside, 'request body']
  if (!before && after) {
    const rule = after.isRequired ? 'required-request-body-added' : 'request-body-added'
    changes.add(scope, rule, { place, message: `A request body was added${after.isRequired ? ', and is required' : ''}.` })
  }
  if (before && !after) changes.add(scope, 'request-body-removed', { place, message: 'The request body was removed.' })
  if (!before || !after) return
  if (!before.isRequired && after.isRequired)
    changes.add(scope, 'request-body-became-required', { place, message: 'The request body became required.' })
  if (before.isRequired && !after.isRequired)
    changes.add(scope, 'request-body-became-optional', { place, message: 'The request body became optional.' })
  compareMedia(comparison, before.media, after.media, { scope, place, isGot: isSentByApi, what: 'request' })
}

/** Media types of a body, with their schemas. */
export function compareMedia(
  comparison: SchemaComparison,
  before: readonly Media[],
  after: readonly Media[],
  at: Pick<OperationPlace, 'scope' | 'place'> & { readonly isGot: boolean; readonly what: 'request' | 'response' },
): void {
  const { changes } = comparison
  const { scope, place, what } = at
  const exact = matchBy(before, after, ({ type }) => type)
  // `application/json; charset=utf-8` is JSON too.
  const alike = matchBy(exact.removed, exact.added, ({ type }) => type.split(';')[0]!.trim().toLowerCase())
  for (const { type } of alike.removed)
    changes.add(scope, `${what}-media-type-removed`, { place, message: `Media type ${type} was removed.`, before: type })
  for (const { type } of alike.added)
    changes.add(scope, `${what}-media-type-added`, { place, message: `Media type ${type} was added.`, after: type })
  for (const [old, fresh] of [...exact.both, ...alike.both]) {
    const inside = {
      scope,
      direction: at.isGot ? ('response' as const) : ('request' as const),
      place: [...place, fresh.type],
      path: '',
      subject: `The ${what} body`,
      depth: 0,
    }
    const given = ({ examples }: Media) => examples.filter(({ isMade }) => !isMade)
    if (!isSame(given(old), given(fresh))) changes.addDocumentation(scope)
    comparison.compare(old.schema, fresh.schema, inside)
    comparison.compare(old.itemSchema, fresh.itemSchema, { ...inside, path: '[]' })
    if (what === 'request' && !isSame(old.encoding, fresh.encoding)) {
      changes.add(scope, 'request-encoding-changed', {
        place: inside.place,
        message: 'Parts of the form are sent in another way.',
        before: old.encoding,
        after: fresh.encoding,
      })
    }
  }
}
