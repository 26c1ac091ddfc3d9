import type { KindDefinition } from './definition.ts'
import { dependencyOfField, dependsOnField, ownedByField, partOfSystemField, specOf, standardVersions, text, texts } from './spec-fields.ts'

/** A piece of software. */
export const componentKind: KindDefinition = {
  kind: 'Component',
  apiVersions: standardVersions,
  schema: specOf(
    {
      type: text,
      lifecycle: text,
      owner: text,
      system: text,
      subcomponentOf: text,
      providesApis: texts,
      consumesApis: texts,
      dependsOn: texts,
    },
    ['type', 'lifecycle', 'owner'],
  ),
  relations: [
    ownedByField,
    partOfSystemField,
    { field: 'subcomponentOf', type: 'partOf', inverse: 'hasPart', defaultKind: 'Component' },
    { field: 'providesApis', type: 'providesApi', inverse: 'apiProvidedBy', defaultKind: 'API' },
    { field: 'consumesApis', type: 'consumesApi', inverse: 'apiConsumedBy', defaultKind: 'API' },
    dependsOnField,
    dependencyOfField,
  ],
}
