import type { KindDefinition } from './definition.ts'
import {
  dependencyOfField,
  dependsOnField,
  ownedByField,
  partOfSystemField,
  profile,
  specOf,
  standardVersions,
  text,
  texts,
} from './spec-fields.ts'

/** The kinds of the standard model, without templates. */
export const standardKinds: readonly KindDefinition[] = [
  // A piece of software.
  {
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
  },
  // An interface that components provide and consume.
  {
    kind: 'API',
    apiVersions: standardVersions,
    schema: specOf({ type: text, lifecycle: text, owner: text, definition: text, system: text }, [
      'type',
      'lifecycle',
      'owner',
      'definition',
    ]),
    relations: [ownedByField, partOfSystemField],
  },
  // What a component needs to run: a database, a bucket, a queue.
  {
    kind: 'Resource',
    apiVersions: standardVersions,
    schema: specOf({ type: text, owner: text, system: text, dependsOn: texts }, ['type', 'owner']),
    relations: [ownedByField, partOfSystemField, dependsOnField, dependencyOfField],
  },
  // Components, APIs and resources that work as one.
  {
    kind: 'System',
    apiVersions: standardVersions,
    schema: specOf({ owner: text, domain: text, type: text }, ['owner']),
    relations: [ownedByField, { field: 'domain', type: 'partOf', inverse: 'hasPart', defaultKind: 'Domain' }],
  },
  // Systems that belong to one part of the business.
  {
    kind: 'Domain',
    apiVersions: standardVersions,
    schema: specOf({ owner: text, subdomainOf: text, type: text }, ['owner']),
    relations: [ownedByField, { field: 'subdomainOf', type: 'partOf', inverse: 'hasPart', defaultKind: 'Domain' }],
  },
  // A team, a unit, any set of people.
  {
    kind: 'Group',
    apiVersions: standardVersions,
    schema: specOf({ type: text, children: texts, parent: text, members: texts, profile }, ['type', 'children']),
    relations: [
      { field: 'parent', type: 'childOf', inverse: 'parentOf', defaultKind: 'Group' },
      { field: 'children', type: 'parentOf', inverse: 'childOf', defaultKind: 'Group' },
      { field: 'members', type: 'hasMember', inverse: 'memberOf', defaultKind: 'User' },
    ],
  },
  // A person.
  {
    kind: 'User',
    apiVersions: standardVersions,
    schema: specOf({ memberOf: texts, profile }, ['memberOf']),
    relations: [{ field: 'memberOf', type: 'memberOf', inverse: 'hasMember', defaultKind: 'Group' }],
  },
  // Where more entities are read from.
  {
    kind: 'Location',
    apiVersions: standardVersions,
    schema: specOf({ type: text, target: text, targets: texts, presence: { type: 'string', enum: ['required', 'optional'] } }, []),
    relations: [],
  },
]

/** A model, an agent or a tool server. Known, but only there when config names it. */
export const aiResourceKind: KindDefinition = {
  kind: 'AiResource',
  apiVersions: ['backstage.io/v1alpha1'],
  schema: specOf({ type: text, lifecycle: text, owner: text, system: text }, ['type', 'lifecycle', 'owner']),
  relations: [ownedByField, partOfSystemField],
}
