import { describe, expect, test } from 'vitest'
import { builtInKinds, specCheckOf, toKindDefinition, toKinds } from './kinds.ts'
import { relationsOf } from './relations.ts'
import { validateEntity } from './validate-entity.ts'

/** The least that each kind takes, and a spec that is wrong in everything that has a shape. */
const kinds: { kind: string; min: object; wrong: Record<string, unknown>; version?: string }[] = [
  {
    kind: 'Component',
    min: { type: 'a', lifecycle: 'b', owner: 'c' },
    wrong: {
      type: '',
      lifecycle: 1,
      owner: [],
      system: '',
      subcomponentOf: {},
      providesApis: 'x',
      consumesApis: [1],
      dependsOn: [''],
      dependencyOf: 1,
    },
  },
  {
    kind: 'API',
    min: { type: 'a', lifecycle: 'b', owner: 'c', definition: 'd' },
    wrong: { type: 1, lifecycle: 1, owner: '', definition: { $text: 'x' }, system: 1 },
  },
  { kind: 'Resource', min: { type: 'a', owner: 'b' }, wrong: { type: '', owner: null, system: 1, dependsOn: 'x', dependencyOf: {} } },
  { kind: 'System', min: { owner: 'a' }, wrong: { owner: 1, domain: '', type: [] } },
  { kind: 'Domain', min: { owner: 'a' }, wrong: { owner: 1, subdomainOf: '', type: [] } },
  { kind: 'Group', min: { type: 'a', children: [] }, wrong: { type: 1, children: 'x', parent: '', members: [null], profile: 'x' } },
  { kind: 'User', min: { memberOf: [] }, wrong: { memberOf: 'x', profile: { displayName: '', email: 1, picture: [] } } },
  { kind: 'Location', min: {}, wrong: { type: 1, target: '', targets: 'x', presence: 'maybe' } },
  {
    kind: 'Template',
    version: 'scaffolder.backstage.io/v1beta3',
    min: { type: 'a', steps: [] },
    wrong: {
      type: '',
      owner: 1,
      lifecycle: 1,
      parameters: 'x',
      steps: [{}, { action: 'a', input: 'x', if: 1, each: true }],
      output: [],
      secrets: { schema: 1 },
      formDecorators: {},
    },
  },
]

function entity(kind: string, spec: object | undefined, apiVersion = 'backstage.io/v1alpha1') {
  return { apiVersion, kind, metadata: { name: 'a' }, ...(spec && { spec: spec as Record<string, unknown> }) }
}

function placesIn(problems: readonly { path: readonly (string | number)[] }[]) {
  return new Set(problems.map(({ path }) => path[1]))
}

describe.each(kinds)('kind $kind', ({ kind, min, wrong, version }) => {
  test('needs its required fields and no others [MODEL-05]', () => {
    expect(validateEntity(entity(kind, min, version), builtInKinds)).toEqual([])
    expect(placesIn(validateEntity(entity(kind, {}, version), builtInKinds))).toEqual(new Set(Object.keys(min)))
  })

  test('has a problem for every field that is wrong', () => {
    expect(placesIn(validateEntity(entity(kind, wrong, version), builtInKinds))).toEqual(new Set(Object.keys(wrong)))
  })

  test('needs a spec', () => {
    expect(validateEntity(entity(kind, undefined, version), builtInKinds)).toEqual([
      { path: ['spec'], message: 'spec: is missing: an object is required' },
    ])
  })
})

describe('templates', () => {
  const placesOf = (spec: object) =>
    validateEntity(entity('Template', { type: 'a', steps: [], ...spec }, 'scaffolder.backstage.io/v1beta3'), builtInKinds).map(({ path }) =>
      path.join('.'),
    )

  test('take blank names of steps and any value of each', () => {
    expect(placesOf({ steps: [{ id: '', name: '', action: 'a', each: 7 }] })).toEqual([])
    expect(
      placesOf({ presentation: { buttonLabels: { backButtonText: '' } }, EXPERIMENTAL_recovery: { EXPERIMENTAL_strategy: 'x' } }),
    ).toEqual([])
  })

  test('refuse an output that cannot be shown', () => {
    expect(
      placesOf({ output: { links: [{ url: 'https://a', title: 'b', if: true }], text: [{ title: 'a', content: '' }], more: 'c' } }),
    ).toEqual([])
    expect(placesOf({ output: { links: [{ url: '' }], text: 'x', more: 1 } })).toEqual([
      'spec.output.links.0.url',
      'spec.output.text',
      'spec.output.more',
    ])
  })

  test('refuse permissions whose tags are not texts, of steps and of pages', () => {
    const permissions = (tags: unknown) => ({ 'backstage:permissions': { tags } })
    expect(placesOf({ steps: [{ action: 'a', ...permissions(['b']) }], parameters: [permissions([])] })).toEqual([])
    expect(placesOf({ steps: [{ action: 'a', ...permissions('b') }] })).toEqual(['spec.steps.0.backstage:permissions.tags'])
    expect(placesOf({ parameters: permissions([1]) })).not.toEqual([])
    expect(placesOf({ parameters: [permissions([1])] })).not.toEqual([])
  })
})

test('dependencyOf is a list, a single ref or nothing', () => {
  for (const [kind, min] of [
    ['Component', { type: 'a', lifecycle: 'b', owner: 'c' }],
    ['Resource', { type: 'a', owner: 'c' }],
  ] as const) {
    for (const dependencyOf of [null, 'component:x', ['component:x']]) {
      const given = entity(kind, { ...min, dependencyOf })
      expect(validateEntity(given, builtInKinds)).toEqual([])
      expect(relationsOf(given, builtInKinds).filter(({ type }) => type === 'dependencyOf')).toHaveLength(dependencyOf === null ? 0 : 1)
    }
  }
})

test('a ref with more than one slash or colon is a relation to what it says', () => {
  const given = entity('Component', { type: 'a', lifecycle: 'b', owner: 'org/team/sub', dependsOn: ['resource:a:b'] })
  expect(validateEntity(given, builtInKinds)).toEqual([])
  expect(relationsOf(given, builtInKinds).map(({ target }) => target)).toEqual(['group:org/team/sub', 'resource:default/a:b'])
})

describe('kinds of an organisation', () => {
  const gadget = {
    kind: 'Gadget',
    apiVersions: ['acme.example/v1'],
    schema: {
      type: 'object',
      required: ['owner', 'size'],
      properties: { size: { type: 'integer', minimum: 1 } },
      additionalProperties: true,
    },
    relations: [
      { field: 'spec.owner', type: 'ownedBy', inverse: 'ownerOf', defaultKind: 'Group' },
      { field: 'links.parts', type: 'madeOf', inverse: 'usedIn', defaultKind: 'Gadget' },
    ],
    plural: 'Gadgetry',
  }

  test('are validated and related by config alone', () => {
    const all = toKinds([gadget])
    const good = entity('Gadget', { owner: 'team-a', size: 2, links: { parts: ['wheel', 'wheel', 'other/Cog'] } }, 'acme.example/v1')
    expect(validateEntity(good, all)).toEqual([])
    expect(relationsOf(good, all)).toEqual([
      { source: 'gadget:default/a', type: 'ownedBy', target: 'group:default/team-a', inverse: 'ownerOf' },
      { source: 'gadget:default/a', type: 'madeOf', target: 'gadget:default/wheel', inverse: 'usedIn' },
      { source: 'gadget:default/a', type: 'madeOf', target: 'gadget:other/cog', inverse: 'usedIn' },
    ])
    expect(validateEntity(entity('Gadget', { size: 0 }, 'acme.example/v1'), all).map(({ message }) => message)).toEqual([
      'spec.owner: is missing: it is required',
      'spec.size: 0 is not valid: a number of at least 1',
    ])
    expect(validateEntity(entity('Gadget', { owner: 'a', size: 1, links: { parts: [5] } }, 'acme.example/v1'), all)[0]?.message).toBe(
      'spec.links.parts[0]: 5 is not valid: an entity ref, such as component:default/name',
    )
  })

  test('may not take a kind that is there, in whatever letter case', () => {
    expect(() => toKinds([{ kind: 'component' }])).toThrow(/defined twice/)
    expect(() => toKinds([gadget, gadget])).toThrow(/The kind Gadget is defined twice/)
    expect(toKinds([{ kind: 'Component', apiVersions: ['acme.example/v2'] }])).toHaveLength(builtInKinds.length + 1)
  })

  test('are refused where their config is wrong', () => {
    expect(() => toKindDefinition({ kind: 'a b' })).toThrow(/letters and digits/)
    expect(() => toKindDefinition({ kind: 'A', schema: { $dynamicRef: '#x' } })).toThrow(/'\$dynamicRef' is not supported/)
    expect(() => specCheckOf({ kind: 'A', apiVersions: [], relations: [], schema: { type: 'text' } })).toThrow(
      "The schema of kind A is not usable: #: 'text' is not a type",
    )
  })

  test('AiResource is there only when config names it', () => {
    const spec = { type: 'model', lifecycle: 'production', owner: 'a' }
    expect(validateEntity(entity('AiResource', spec), builtInKinds)).toHaveLength(1)
    expect(validateEntity(entity('AiResource', spec), toKinds([{ kind: 'AiResource' }]))).toEqual([])
  })
})
