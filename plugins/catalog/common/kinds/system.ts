import type { KindDefinition } from './definition.ts'
import { ownedByField, specOf, standardVersions, text } from './spec-fields.ts'

/** Components, APIs and resources that work as one. */
export const systemKind: KindDefinition = {
  kind: 'System',
  apiVersions: standardVersions,
  schema: specOf({ owner: text, domain: text, type: text }, ['owner']),
  relations: [ownedByField, { field: 'domain', type: 'partOf', inverse: 'hasPart', defaultKind: 'Domain' }],
}
