import type { KindDefinition } from './definition.ts'
import { dependencyOfField, dependsOnField, ownedByField, partOfSystemField, specOf, standardVersions, text, texts } from './spec-fields.ts'

/** What a component needs to run: a database, a bucket, a queue. */
export const resourceKind: KindDefinition = {
  kind: 'Resource',
  apiVersions: standardVersions,
  schema: specOf({ type: text, owner: text, system: text, dependsOn: texts }, ['type', 'owner']),
  relations: [ownedByField, partOfSystemField, dependsOnField, dependencyOfField],
}
