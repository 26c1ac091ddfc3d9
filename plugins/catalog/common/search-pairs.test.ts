import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entity } from './entity.ts'
import { caseClashes, listItemKey, searchPairs } from './search-pairs.ts'

function entity(parts: object = {}): Entity {
  return { apiVersion: 'v1', kind: 'Component', metadata: { name: 'Orders' }, ...parts }
}

function found(parts: object) {
  return searchPairs(entity(parts)).map(([key, value, isListItem]) => `${key}=${value ?? '(none)'}${isListItem ? ' *' : ''}`)
}

describe('searchPairs', () => {
  test('keys are lower-cased and dotted, values keep their letter case, lists add no part of their own', () => {
    expect(
      found({
        metadata: {
          name: 'Orders',
          namespace: 'Shop',
          uid: 'u1',
          labels: { 'acme.example/Tier': 'One' },
          tags: ['Java', 'b'],
          links: [{ url: 'U1' }, { url: 'U2' }],
        },
        spec: { Type: 'Service', replicas: 3, isPublic: true, nested: [['x'], 5] },
      }),
    ).toEqual([
      'apiversion=v1',
      'kind=Component',
      'metadata.name=Orders',
      'metadata.namespace=Shop',
      'metadata.uid=u1',
      'metadata.labels.acme.example/tier=One',
      'metadata.tags=Java *',
      'metadata.tags=b *',
      'metadata.links.url=U1',
      'metadata.links.url=U2',
      'spec.type=Service',
      'spec.replicas=3',
      'spec.ispublic=true',
      'spec.nested=x *',
      'spec.nested=5',
    ])
  })

  test('a missing namespace counts as default', () => {
    expect(found({})).toContain('metadata.namespace=default')
  })

  test('relations are found by their type; attachments, status, etag and raw relations are not found', () => {
    const relations = [{ type: 'ownedBy', targetRef: 'group:default/a' }, { type: 5 }, null, 'x']
    expect(found({ relations, status: { items: [] }, attachments: [{ a: 1 }], metadata: { name: 'a', etag: 'e' } })).toEqual([
      'apiversion=v1',
      'kind=Component',
      'metadata.name=a',
      'metadata.namespace=default',
      'relations.ownedby=group:default/a',
    ])
  })

  test('of the status only the levels of its items are found', () => {
    const items = [{ type: 'x', level: 'error', message: 'No' }, { level: 5 }, null]
    expect(found({ status: { items } }).filter(pair => pair.startsWith('status'))).toEqual(['status.items.level=error'])
  })

  test('keys over 200 characters are dropped; of longer values and of null only the key counts', () => {
    const spec = {
      ['k'.repeat(195)]: 'a',
      ['k'.repeat(196)]: 'b',
      v200: 'v'.repeat(200),
      v201: 'v'.repeat(201),
      nothing: null,
      empty: '',
      list: ['w'.repeat(201)],
    }
    expect(found({ spec }).slice(4)).toEqual([
      `spec.${'k'.repeat(195)}=a`,
      `spec.v200=${'v'.repeat(200)}`,
      'spec.v201=(none)',
      'spec.nothing=(none)',
      'spec.empty=',
      'spec.list=(none) *',
    ])
  })

  test('a text in a list answers to a key of its own, unless that gets too long', () => {
    expect(listItemKey('metadata.tags', 'Java')).toBe('metadata.tags.java')
    expect(listItemKey('k'.repeat(100), 'v'.repeat(99))).toHaveLength(200)
    expect(listItemKey('k'.repeat(100), 'v'.repeat(100))).toBeUndefined()
  })

  test('no value makes it throw, and what it gives is within the limits', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (metadata, spec, relations) => {
        for (const [key, value] of searchPairs({ apiVersion: 'v1', kind: 'a', metadata, spec, relations, other: spec } as Entity)) {
          expect(key).toBe(key.toLowerCase())
          expect(key.length).toBeLessThanOrEqual(200)
          expect((value ?? '').length).toBeLessThanOrEqual(200)
        }
      }),
    )
  })

  test('a document of any depth is walked without running out of stack', () => {
    let lists: unknown = 'x'
    let objects: unknown = 'x'
    for (let level = 0; level < 20_000; level++) {
      lists = [lists]
      objects = { a: objects }
    }
    expect(found({ spec: { lists, objects } })).toHaveLength(4)
    expect(caseClashes(entity({ spec: { lists, objects } }))).toEqual([])
  })
})

describe('caseClashes', () => {
  test('names the keys that differ only by letter case, wherever they are', () => {
    expect(caseClashes(entity({ spec: { foo: 1, Foo: 2, list: [{ a: 1 }, { A: 2 }, { A: 3 }] } }))).toEqual([
      ['spec.foo', 'spec.Foo'],
      ['spec.list.a', 'spec.list.A'],
    ])
    expect(caseClashes(entity({ metadata: { name: 'a', annotations: { 'x.io/A': '', 'x.io/a': '' } } }))).toHaveLength(1)
  })

  test('the same key in several objects, and values, are not a clash', () => {
    expect(
      caseClashes(entity({ spec: { a: { b: 1 }, B: { b: 1 }, list: [{ a: 1 }, { a: 2 }], tags: ['x', 'X'] }, status: { a: 1, A: 1 } })),
    ).toEqual([])
  })
})
