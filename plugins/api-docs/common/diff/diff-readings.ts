import type { ApiChange, ChangeCounts } from '../changes.ts'
import type { SchemaPart } from '../parts/part.ts'
import { aboutId, type Reading } from '../reading.ts'
import { createChangeList, type ChangeList } from './change-list.ts'
import { compareGraphql } from './graphql/compare-graphql.ts'
import { compareGrpc } from './grpc/compare-grpc.ts'
import { compareOperations } from './http/compare-operations.ts'
import { compareSecurity, compareSecuritySchemes } from './http/compare-security.ts'
import { compareServers } from './http/compare-servers.ts'
import { isSame, matchBy } from './match.ts'
import { compareMessaging } from './messaging/compare-messaging.ts'
import { createSchemaComparison } from './schema/compare-schemas.ts'
import { schemaAt } from './schema/flat-schema.ts'
import type { SchemaComparison } from './schema/schema-comparison.ts'
import { usersOfSchemas } from './schema/schema-users.ts'

/** Why two readings cannot be compared; undefined where they can. */
export function whyNotComparable(before: Reading, after: Reading): string | undefined {
  for (const [which, { outline }] of [
    ['older', before],
    ['newer', after],
  ] as const) {
    if (outline.failure !== undefined && outline.items.length === 0) return `The ${which} version cannot be read: ${outline.failure}`
    if (outline.format === 'text') return `The ${which} version is plain text. Compare the texts.`
  }
  const [old, fresh] = [before.outline.format, after.outline.format]
  return old === fresh ? undefined : `The older version is ${old}, the newer one ${fresh}. Compare the texts.`
}

/** What changed between two versions of a definition, the most important first. A pure function; bounded in time and in what it answers. */
export function diffReadings(before: Reading, after: Reading): ApiChange[] {
  if (whyNotComparable(before, after) !== undefined) return []
  const changes = createChangeList()
  compareAbout(changes, before, after)
  const { format } = after.outline
  if (format === 'graphql') compareGraphql(before, after, changes)
  if (format === 'grpc') compareGrpc(before, after, changes)
  if (format === 'graphql' || format === 'grpc') return changes.all()
  const comparison = createSchemaComparison(before, after, changes)
  if (format === 'openapi') compareOperations(comparison)
  if (format === 'asyncapi') compareMessaging(comparison)
  compareSchemaParts(comparison)
  return usersOfSchemas(comparison, changes.all())
}

/** How many changes there are of each impact. */
export function countChanges(changes: readonly Pick<ApiChange, 'impact'>[]): ChangeCounts {
  const counts = { breaking: 0, risky: 0, compatible: 0 }
  for (const { impact } of changes) counts[impact]++
  return counts
}

function compareAbout(changes: ChangeList, before: Reading, after: Reading): void {
  const old = before.parts[aboutId]
  const fresh = after.parts[aboutId]
  if (old?.kind !== 'about' || fresh?.kind !== 'about') return
  compareServers(changes, old.servers, fresh.servers, { scope: {}, place: [] })
  compareSecurity(changes, old.security, fresh.security, { scope: {}, place: [] })
  compareSecuritySchemes(changes, old.securitySchemes, fresh.securitySchemes)
  const texts = ({ summary, description, contact, licence, termsOfService, externalDocs }: typeof old) => [
    [summary, description, contact, licence, termsOfService, externalDocs],
  ]
  if (!isSame(texts(old), texts(fresh)) || before.outline.title !== after.outline.title) changes.addDocumentation({})
}

/** Schemas by name: those that came and went, and those that nothing else led to. */
function compareSchemaParts(comparison: SchemaComparison): void {
  const { before, after, changes } = comparison
  const schemasOf = ({ parts }: Reading) => Object.values(parts).filter((part): part is SchemaPart => part.kind === 'schema')
  const { both, removed, added } = matchBy(schemasOf(before), schemasOf(after), ({ id }) => id)
  const isListed = ({ outline }: Reading, id: string) => outline.items.some(item => item.id === id)
  const wasCalled = new Set(comparison.renamed.values())
  for (const { id, name } of removed) {
    const isGone = isListed(before, id) && !wasCalled.has(id)
    if (isGone) changes.add({ id, label: name }, 'schema-removed', { message: `Schema ${name} was removed.` })
  }
  for (const { id, name } of added) {
    if (!isListed(after, id)) continue
    const old = before.parts[comparison.renamed.get(id) ?? '']
    if (old?.kind === 'schema') {
      const message = `Schema ${old.name} is now called ${name}.`
      changes.add({ id, label: name }, 'schema-renamed', { message, before: old.name, after: name })
    } else changes.add({ id, label: name }, 'schema-added', { message: `Schema ${name} was added.` })
  }
  // What extends a schema by allOf is used wherever that one is, if a discriminator says so.
  for (const [old, fresh] of both) {
    const bases = (fresh.schema.allOf ?? []).flatMap(({ ref }) => ref ?? []).filter(id => schemaAt(after.parts, id)?.discriminator)
    for (const direction of new Set(bases.flatMap(id => comparison.directionsOf(id)))) comparison.compareNamed(old.id, fresh.id, direction)
  }
  // A definition of schemas only: they may be sent and got.
  const hasOthers = [before, after].some(({ outline }) => outline.items.some(({ kind }) => kind !== 'schema'))
  if (hasOthers) return
  for (const [old, fresh] of both) if (comparison.directionsOf(fresh.id).length === 0) comparison.compareNamed(old.id, fresh.id, 'both')
}
