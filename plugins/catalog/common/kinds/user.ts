import type { KindDefinition } from './definition.ts'
import { profile, specOf, standardVersions, texts } from './spec-fields.ts'

/** A person. */
export const userKind: KindDefinition = {
  kind: 'User',
  apiVersions: standardVersions,
  schema: specOf({ memberOf: texts, profile }, ['memberOf']),
  relations: [{ field: 'memberOf', type: 'memberOf', inverse: 'hasMember', defaultKind: 'Group' }],
}
