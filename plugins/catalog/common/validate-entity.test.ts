import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInKinds, toKinds } from './kinds.ts'
import { validateEntity, validateEnvelope } from './validate-entity.ts'

const component = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: {
    name: 'orders',
    namespace: 'shop',
    title: 'Orders',
    description: '',
    tags: ['java', 'c++'],
    labels: { 'example.com/tier': '1', empty: '' },
    annotations: { 'github.com/project-slug': 'acme/orders' },
    links: [{ url: 'https://host/', title: 'Home', icon: 'web', type: 'page' }],
    owners: { anything: [1, undefined] },
  },
  spec: { type: 'service', lifecycle: 'production', owner: 'team-a', dependsOn: ['resource:db'], free: { form: true } },
}

function messages(value: unknown): string[] {
  return validateEntity(value, builtInKinds).map(({ message }) => message)
}

function withMetadata(metadata: object) {
  return { ...component, metadata: { ...component.metadata, ...metadata } }
}

function withSpec(spec: object) {
  return { ...component, spec: { ...component.spec, ...spec } }
}

describe('validateEntity', () => {
  test('a good entity has no problem, and may carry metadata and spec of its own [MODEL-04]', () => {
    expect(messages(component)).toEqual([])
  })

  test('a problem says which field, what was found and what is allowed', () => {
    expect(validateEntity(withMetadata({ name: 'My App' }), builtInKinds)).toEqual([
      {
        path: ['metadata', 'name'],
        message:
          "metadata.name: 'My App' is not valid: 1 to 63 letters, digits, '-', '_' or '.', beginning and ending with a letter or digit",
      },
    ])
    expect(messages(withSpec({ owner: undefined }))).toEqual(['spec.owner: is missing: a text is required'])
    expect(messages(withSpec({ lifecycle: '' }))).toEqual(["spec.lifecycle: '' is not valid: a text of at least 1 character"])
    expect(messages(withMetadata({ tags: ['ok', 'Not Ok'] }))[0]).toMatch(/^metadata\.tags\[1\]: 'Not Ok' is not valid: /)
    expect(messages(withMetadata({ labels: { tier: 1 } }))[0]).toMatch(/^metadata\.labels\.tier: 1 is not valid: .*; put it in quotes$/)
  })

  test('all problems of an entity are found at once', () => {
    const paths = validateEntity(
      {
        apiVersion: 'a b',
        kind: '1',
        relations: [],
        spec: [],
        metadata: {
          name: '-',
          namespace: 'X',
          title: '',
          description: 5,
          uid: '',
          etag: 1,
          tags: 'java',
          labels: { 'a b': 'c d' },
          annotations: { x: true },
          links: [{}, { url: 'x' }, { url: 'https://a', title: ' ' }, 'https://a'],
        },
      },
      builtInKinds,
    ).map(({ path }) => path.join('.'))
    const metadata = ['name', 'namespace', 'title', 'description', 'uid', 'etag', 'labels.a b', 'annotations.x', 'tags']
    const links = ['links.0.url', 'links.1.url', 'links.2.title', 'links.3']
    expect(new Set(paths)).toEqual(
      new Set(['relations', 'apiVersion', 'kind', 'spec', ...[...metadata, ...links].map(key => `metadata.${key}`)]),
    )
  })

  test.each([
    ['a list', []],
    ['a text', 'x'],
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['metadata that is a list', { apiVersion: 'v1', kind: 'A', metadata: [] }],
    ['an empty name', { apiVersion: 'v1', kind: 'A', metadata: { name: '' } }],
  ])('%s is not an entity', (_title, value) => {
    expect(validateEnvelope(value).length).toBeGreaterThan(0)
    expect(validateEntity(value, builtInKinds).length).toBeGreaterThan(0)
  })

  test('keys beside apiVersion, kind, metadata and spec are refused at the root', () => {
    expect(messages({ ...component, status: {} })).toEqual([
      'status: is not allowed here; the keys here are apiVersion, kind, metadata, spec',
    ])
  })

  test('the error of an unknown kind or version names the known ones', () => {
    expect(messages({ ...component, kind: 'Gadget' })[0]).toMatch(/^kind: 'Gadget' is not valid: the kinds here are Component, API, /)
    expect(messages({ ...component, kind: 'component' })[0]).toBe("kind: 'component' is not valid: did you mean Component?")
    expect(messages({ ...component, apiVersion: 'v9' })[0]).toMatch(
      /^apiVersion: 'v9' is not valid: for kind Component it is backstage.io\/v1alpha1 or /,
    )
  })

  test('a ref that cannot be read is found in its field', () => {
    expect(messages(withSpec({ dependsOn: ['db'] }))).toEqual([
      "spec.dependsOn[0]: 'db' is not valid: an entity ref of the form <kind>:[<namespace>/]<name>, the kind is needed here",
    ])
    expect(messages(withSpec({ owner: 'a:/c' }))[0]).toMatch(/^spec\.owner: 'a:\/c' is not valid: an entity ref/)
    expect(messages(withSpec({ owner: 5 }))).toEqual(['spec.owner: 5 is not valid: a text'])
  })

  test('nothing that can be written makes it throw', () => {
    const kinds = toKinds([
      { kind: 'Tree', schema: { properties: { sub: { $ref: '#' } } }, relations: [{ field: 'a.b', type: 'x', inverse: 'y' }] },
    ])
    const version = fc.constantFrom('backstage.io/v1alpha1', 'scaffolder.backstage.io/v1beta3')
    const kind = fc.constantFrom(...kinds.map(definition => definition.kind))
    const entity = fc.record({ apiVersion: version, kind, metadata: fc.anything(), spec: fc.anything() })
    const near = fc.record({
      apiVersion: version,
      kind,
      metadata: fc.dictionary(fc.constantFrom('name', 'labels', 'tags', 'links'), fc.anything()),
      spec: fc.dictionary(fc.constantFrom('owner', 'dependsOn', 'steps', 'a', 'children', 'sub'), fc.anything()),
    })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), entity, near), value => {
        for (const { path, message } of validateEntity(value, kinds)) {
          expect(Array.isArray(path)).toBe(true)
          expect(message).not.toBe('')
        }
      }),
    )
  })
})
