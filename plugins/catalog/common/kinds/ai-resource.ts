import type { KindDefinition } from './definition.ts'
import { ownedByField, partOfSystemField, specOf, text } from './spec-fields.ts'

/** A model, an agent or a tool server. Known, but only there when config names it. */
export const aiResourceKind: KindDefinition = {
  kind: 'AiResource',
  apiVersions: ['backstage.io/v1alpha1'],
  schema: specOf({ type: text, lifecycle: text, owner: text, system: text }, ['type', 'lifecycle', 'owner']),
  relations: [ownedByField, partOfSystemField],
}
