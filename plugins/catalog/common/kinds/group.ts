import type { KindDefinition } from './definition.ts'
import { profile, specOf, standardVersions, text, texts } from './spec-fields.ts'

/** A team, a unit, any set of people. */
export const groupKind: KindDefinition = {
  kind: 'Group',
  apiVersions: standardVersions,
  schema: specOf({ type: text, children: texts, parent: text, members: texts, profile }, ['type', 'children']),
  relations: [
    { field: 'parent', type: 'childOf', inverse: 'parentOf', defaultKind: 'Group' },
    { field: 'children', type: 'parentOf', inverse: 'childOf', defaultKind: 'Group' },
    { field: 'members', type: 'hasMember', inverse: 'memberOf', defaultKind: 'User' },
  ],
}
