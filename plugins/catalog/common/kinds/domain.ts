import type { KindDefinition } from './definition.ts'
import { ownedByField, specOf, standardVersions, text } from './spec-fields.ts'

/** Systems that belong to one part of the business. */
export const domainKind: KindDefinition = {
  kind: 'Domain',
  apiVersions: standardVersions,
  schema: specOf({ owner: text, subdomainOf: text, type: text }, ['owner']),
  relations: [ownedByField, { field: 'subdomainOf', type: 'partOf', inverse: 'hasPart', defaultKind: 'Domain' }],
}
