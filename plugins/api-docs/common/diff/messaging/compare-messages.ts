import type { MessagePart } from '../../parts/message-parts.ts'
import type { Direction } from '../change-list.ts'
import { isSame, matchBy } from '../match.ts'
import type { SchemaComparison } from '../schema/schema-comparison.ts'
import { compareBindings, compareTexts, scopeOf } from './message-texts.ts'

/** Messages of two definitions. */
export function compareMessages(
  comparison: SchemaComparison,
  before: readonly MessagePart[],
  after: readonly MessagePart[],
  directionOf: (id: string) => Direction,
): void {
  const { changes } = comparison
  const { both, removed, added } = matchBy(before, after, ({ id }) => id)
  for (const each of removed) changes.add(scopeOf(each), 'message-removed', { message: `Message ${each.name} was removed.` })
  for (const each of added) changes.add(scopeOf(each), 'message-added', { message: `Message ${each.name} was added.` })
  for (const [old, fresh] of both) compareMessage(comparison, old, fresh, directionOf(fresh.id))
}

function compareMessage(comparison: SchemaComparison, before: MessagePart, after: MessagePart, direction: Direction): void {
  const { changes } = comparison
  const scope = scopeOf(after)
  if (before.contentType !== after.contentType) {
    const message = 'The message has another content type.'
    changes.add(scope, 'message-content-type-changed', { message, before: before.contentType, after: after.contentType })
  }
  if (!isSame(before.payloadText, after.payloadText)) {
    const values = { before: before.payloadText?.text, after: after.payloadText?.text }
    changes.add(scope, 'message-payload-text-changed', { place: ['payload'], message: 'The payload changed.', ...values })
  }
  if (before.correlationId?.location !== after.correlationId?.location) {
    const values = { before: before.correlationId?.location, after: after.correlationId?.location }
    changes.add(scope, 'correlation-id-changed', { message: 'The correlation id is elsewhere.', ...values })
  }
  compareBindings(changes, scope, before, after)
  compareTexts(changes, scope, before, after)
  if (!isSame(before.examples, after.examples)) changes.addDocumentation(scope)
  const inside = { scope, direction, path: '', depth: 0 }
  if (before.payload || after.payload) {
    comparison.compare(before.payload, after.payload, { ...inside, place: ['payload'], subject: 'The payload' })
  }
  comparison.compare(before.headers, after.headers, { ...inside, place: ['headers'], subject: 'The headers' })
}
