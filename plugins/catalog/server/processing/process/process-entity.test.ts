import { builtInKinds, toKinds, type Entity, type LocationRef } from '@portico/catalog/common'
import { createReading } from '@portico/integrations/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRuleCheck } from './entity-rules.ts'
import { defaultLimits } from '../read/document-limits.ts'
import { harmlessUrl } from './location-annotations.ts'
import { processEntity, type ProcessContext } from './process-entity.ts'
import { fromCoreText, sortRelations, stitchEntity, toCoreText, toOrphanCore, type StitchInput } from '../stitch/stitch-entity.ts'

const readers = {
  types: ['file', 'url'],
  resolve: (_type: string, target: string, base: string) => new URL(target, base).href,
  linksOf: createReading({ folder: '.', allow: [] }).linksOf,
}
const context: ProcessContext = { kinds: builtInKinds, readers, limits: defaultLimits, isAllowed: undefined }
const location: LocationRef = { type: 'url', target: 'https://github.com/acme/site/blob/main/docs/catalog-info.yaml' }
const origin: LocationRef = { type: 'url', target: 'https://github.com/acme/site/blob/main/all.yaml' }
const good = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'Site' },
  spec: { type: 'website', lifecycle: 'production', owner: 'web' },
}
const run = (document: unknown, more: Partial<ProcessContext> = {}) =>
  processEntity({ document, location, origin }, { ...context, ...more })

describe('processing', () => {
  test('writes the default namespace and where the entity comes from; what the file says of viewing stands', () => {
    const { ref, entity } = run({
      ...good,
      metadata: { name: 'Site', annotations: { 'backstage.io/view-url': 'https://a.test', 'backstage.io/managed-by-location': 'url:lie' } },
    })
    expect(ref).toBe('component:default/site')
    expect(entity?.metadata).toEqual({
      name: 'Site',
      namespace: 'default',
      annotations: {
        'backstage.io/managed-by-location': `url:${location.target}`,
        'backstage.io/managed-by-origin-location': `url:${origin.target}`,
        'backstage.io/view-url': 'https://a.test',
        'backstage.io/edit-url': 'https://github.com/acme/site/edit/main/docs/catalog-info.yaml',
        'backstage.io/source-location': 'url:https://github.com/acme/site/blob/main/docs/',
      },
    })
  })

  test('replaces links that would run a script', () => {
    const { entity } = run({
      ...good,
      metadata: { name: 'a', annotations: { 'backstage.io/view-url': ' java\tscript:alert(1)', 'backstage.io/edit-url': 'JavaScript:x' } },
    })
    expect([entity?.metadata.annotations?.['backstage.io/view-url'], entity?.metadata.annotations?.['backstage.io/edit-url']]).toEqual([
      harmlessUrl,
      harmlessUrl,
    ])
  })

  test('takes what has a key and nothing behind it as not written', () => {
    const empty = { title: null, description: null, labels: null, annotations: null, tags: null, links: null }
    const { entity, errors } = run({
      ...good,
      metadata: { name: 'a', ...empty, other: null },
      spec: { ...good.spec, system: null, dependsOn: null, providesApis: null, dependencyOf: null, other: null },
    })
    expect(errors).toEqual([])
    expect(Object.keys(entity?.metadata ?? {}).sort()).toEqual(['annotations', 'name', 'namespace', 'other'])
    expect(entity?.metadata.annotations).toHaveProperty(['backstage.io/managed-by-location'])
    expect(entity?.spec).toEqual({ ...good.spec, dependencyOf: null, other: null })
    const user = run({ ...good, kind: 'User', spec: { memberOf: [], profile: { displayName: 'A', picture: null } } })
    expect([user.errors, user.entity?.spec]).toEqual([[], { memberOf: [], profile: { displayName: 'A' } }])
    expect(run({ ...good, kind: 'User', spec: { memberOf: [], profile: null } }).errors).toEqual([])
    const group = run({ ...good, kind: 'Group', spec: { type: 'team', children: null } })
    expect(group.errors.map(({ message }) => message)).toEqual([expect.stringContaining('spec.children')])
  })

  test('refuses an empty namespace', () => {
    for (const namespace of [null, '']) {
      const { ref, errors } = run({ ...good, metadata: { name: 'a', namespace } })
      expect(ref).toBe('component:default/a')
      expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('metadata.namespace')])
    }
  })

  test('leaves out a picture that is a script', () => {
    const pictureOf = (kind: string, picture: string) => {
      const spec = { memberOf: [], type: 'team', children: [], profile: { displayName: 'A', picture } }
      return run({ ...good, kind, spec }).entity?.spec?.['profile']
    }
    for (const kind of ['User', 'Group']) {
      expect(pictureOf(kind, ' java\tscript:alert(1)')).toEqual({ displayName: 'A' })
      expect(pictureOf(kind, 'https://acme.test/a.png')).toEqual({ displayName: 'A', picture: 'https://acme.test/a.png' })
    }
  })

  test('of an entity with every field wrong reports each', () => {
    const { entity, errors } = run({
      apiVersion: '!',
      kind: 'Component',
      metadata: { name: '?', namespace: 'A', tags: ['X'], labels: { '': 1 }, links: [{}], annotations: [] },
      spec: { type: 1, owner: '' },
      extra: 1,
    })
    expect(entity).toBeUndefined()
    expect(errors.length).toBeGreaterThanOrEqual(8)
    expect(errors.every(({ name, message }) => name === 'InputError' && message.length > 10)).toBe(true)
  })

  test('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), fc.jsonValue(), (anything, metadata) => {
        for (const document of [anything, { ...good, metadata }, { ...good, spec: metadata }])
          expect(run(document).errors).toBeInstanceOf(Array)
      }),
      { numRuns: 200 },
    )
  })

  test('follows the targets of a Location, each once, and refuses those that must not be followed', () => {
    const lead = (spec: object) => run({ ...good, kind: 'Location', spec })
    expect(lead({ targets: ['./a.yaml', 'a.yaml', '../b.yaml'], presence: 'optional' }).children).toEqual([
      { type: 'url', target: 'https://github.com/acme/site/blob/main/docs/a.yaml', isOptional: true },
      { type: 'url', target: 'https://github.com/acme/site/blob/main/b.yaml', isOptional: true },
    ])
    for (const spec of [
      { target: 'javascript:alert(1)' },
      { type: 'file', target: '/etc/passwd' },
      { type: 'ftp', target: 'x' },
      { target: 'x'.repeat(9000) },
    ]) {
      expect(lead(spec).errors, JSON.stringify(spec).slice(0, 80)).toHaveLength(1)
    }
  })

  test('knows kinds that config adds, with their relations', () => {
    const kinds = toKinds([
      {
        kind: 'Model',
        schema: { type: 'object', required: ['team'] },
        relations: [{ field: 'team', type: 'ownedBy', inverse: 'ownerOf', defaultKind: 'Group' }],
      },
    ])
    expect(run({ ...good, kind: 'Model', spec: { team: 'ml' } }, { kinds }).relations).toEqual([
      { source: 'model:default/site', type: 'ownedBy', target: 'group:default/ml', inverse: 'ownerOf' },
    ])
    expect(run({ ...good, kind: 'Model', spec: {} }, { kinds }).errors).toHaveLength(1)
  })
})

describe('rules', () => {
  const entity = (kind: string, type?: string): Entity => ({ apiVersion: 'v1', kind, metadata: { name: 'x' }, spec: { type } })
  const from = (target: string, type = 'url'): LocationRef => ({ type, target })

  test('let Component, API and Location in where config says nothing', () => {
    const isAllowed = createRuleCheck({ locations: [] })
    expect(['Component', 'api', 'Location', 'Group', 'Template'].map(kind => isAllowed(entity(kind), from('x')))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('go by kind, type and origin, and those of a location add to the others', () => {
    const isAllowed = createRuleCheck({
      rules: [
        { allow: ['component'] },
        { allow: [{ kind: 'API', 'spec.type': 'openapi' }], locations: [{ type: 'url', pattern: 'https://acme.test/*/ok/**' }] },
        { allow: ['Group'], locations: [{ exact: 'https://acme.test/org.yaml' }] },
      ],
      locations: [{ type: 'file', target: './users.yaml', rules: [{ allow: ['User'] }] }],
    })
    expect(isAllowed(entity('Component'), from('anything'))).toBe(true)
    expect(isAllowed(entity('API', 'openapi'), from('https://ACME.test/a/OK/b/c.yaml'))).toBe(true)
    expect(isAllowed(entity('API', 'OpenAPI'), from('https://acme.test/a/ok/b/c.yaml'))).toBe(false)
    expect(isAllowed(entity('API', 'grpc'), from('https://acme.test/a/ok/b/c.yaml'))).toBe(false)
    expect(isAllowed(entity('API', 'openapi'), from('https://acme.test/a/b/ok/c.yaml'))).toBe(false)
    expect(isAllowed(entity('Group'), from('https://acme.test/org.yaml'))).toBe(true)
    expect(isAllowed(entity('Group'), from('https://acme.test/Org.yaml'))).toBe(false)
    expect(isAllowed(entity('User'), from('./users.yaml', 'file'))).toBe(true)
    expect(isAllowed(entity('User'), from('./users.yaml', 'FILE'))).toBe(false)
    expect(isAllowed(entity('User'), from('./Users.yaml', 'file'))).toBe(false)
    expect(isAllowed(entity('User'), from('./other.yaml', 'file'))).toBe(false)
  })
})

test.each([
  ['https://acme.test/*/.backstage/*.yaml', 'https://acme.test/a/.backstage/b.yaml', true],
  ['https://acme.test/**/*.yaml', 'https://acme.test/a/.backstage/b.yaml', true],
  ['https://acme.test/**', 'https://acme.test/.hidden', true],
  ['https://acme.test/*.yaml', 'https://acme.test/.a.yaml', true],
  ['https://acme.test/{.a,b}/*', 'https://acme.test/.a/c', true],
  ['https://acme.test/[!b]a/*', 'https://acme.test/.a/c', true],
  ['https://acme.test/?a/*', 'https://acme.test/.a/c', true],
  ['https://acme.test/.a/*', 'https://acme.test/a/c', false],
  ['https://acme.test/a/*', 'https://acme.test/.a/c', false],
])('the pattern %s of a rule and %s: %s', (pattern, target, isFitting) => {
  const isAllowed = createRuleCheck({ rules: [{ allow: ['Component'], locations: [{ type: 'url', pattern }] }], locations: [] })
  expect(isAllowed(good as Entity, { type: 'url', target })).toBe(isFitting)
})

describe('stitching', () => {
  const core = run(good).entity!
  const stitch = (more: Partial<StitchInput> = {}) =>
    stitchEntity({ coreHash: 'h', ownEtag: undefined, relations: [], errors: [], isOrphan: false, ...more })

  test('puts relations in order, each once, whatever order they come in [MODEL-06]', () => {
    const relation = fc.record({ type: fc.constantFrom('a', 'b', 'ownedBy'), targetRef: fc.constantFrom('x:d/1', 'x:d/2', 'x:d/10') })
    fc.assert(
      fc.property(fc.array(relation), given => {
        expect(sortRelations(given)).toEqual(sortRelations([...given, ...given].toReversed()))
      }),
    )
    const { relations } = stitch({
      relations: [
        { type: 'b', targetRef: 'x' },
        { type: 'a', targetRef: 'z' },
        { type: 'a', targetRef: 'y' },
        { type: 'a', targetRef: 'z' },
      ],
    })
    expect(JSON.parse(relations)).toEqual([
      { type: 'a', targetRef: 'y' },
      { type: 'a', targetRef: 'z' },
      { type: 'b', targetRef: 'x' },
    ])
  })

  test('shows what went wrong as the status [MODEL-07, MODEL-09]', () => {
    expect(stitch().status).toBeUndefined()
    const { status } = stitch({ errors: [{ name: 'InputError', message: 'bad' }] })
    expect(JSON.parse(status!)).toEqual({
      items: [
        {
          type: 'backstage.io/catalog-processing',
          level: 'error',
          message: 'InputError: bad',
          error: { name: 'InputError', message: 'bad' },
        },
      ],
    })
  })

  test('a core is read again as it was written, with an etag of its own and whatever it holds', () => {
    const value = fc.oneof(fc.constantFrom('},"relations":[],"uid":"u","etag":"x"}', '"', '\\', 'plain'), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(value, value, fc.option(fc.string(), { nil: undefined }), (spec, more, etag) => {
        const metadata = { ...core.metadata, more, ...(etag !== undefined && { etag }) }
        const entity = JSON.parse(JSON.stringify({ ...core, spec: { spec }, metadata })) as Entity
        expect(fromCoreText(toCoreText(entity))).toEqual(entity)
      }),
    )
  })

  test('an orphan is the same with an annotation more', () => {
    const orphan = fromCoreText({ opening: toOrphanCore(toCoreText(core).opening), ownEtag: undefined })
    expect(orphan).toEqual({
      ...core,
      metadata: { ...core.metadata, annotations: { ...core.metadata.annotations, 'backstage.io/orphan': 'true' } },
    })
  })

  test('changes the etag with the core, the relations, the status and being an orphan, unless the source set one', () => {
    const etags = [
      stitch(),
      stitch({ relations: [{ type: 'a', targetRef: 'y' }] }),
      stitch({ errors: [{ name: 'E', message: 'm' }] }),
      stitch({ isOrphan: true }),
      stitch({ coreHash: 'i' }),
    ]
    expect(new Set(etags.map(({ etag }) => etag)).size).toBe(5)
    // Clients have seen it: the same entity has the same etag in every version.
    expect(stitch().etag).toBe('dd8f3f1df31b8d9844fcf07052b57c238abf1afe')
    expect(stitch({ ownEtag: 'mine', isOrphan: true }).etag).toBe('mine')
  })
})
