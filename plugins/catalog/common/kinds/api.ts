import type { KindDefinition } from './definition.ts'
import { ownedByField, partOfSystemField, specOf, standardVersions, text } from './spec-fields.ts'

/** An interface that components provide and consume. */
export const apiKind: KindDefinition = {
  kind: 'API',
  apiVersions: standardVersions,
  schema: specOf({ type: text, lifecycle: text, owner: text, definition: text, system: text }, [
    'type',
    'lifecycle',
    'owner',
    'definition',
  ]),
  relations: [ownedByField, partOfSystemField],
}
