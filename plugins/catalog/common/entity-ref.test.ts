import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compoundRefOf, entityRefOf, parseEntityRef, stringifyEntityRef, toEntityRef, tryParseEntityRef } from './entity-ref.ts'

const part = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9_.-]{0,20}[a-zA-Z0-9])?$/)

describe('parseEntityRef', () => {
  test('reads kind, namespace and name in the letter case found [MODEL-01]', () => {
    expect(parseEntityRef('Component:Prod/My-App')).toEqual({ kind: 'Component', namespace: 'Prod', name: 'My-App' })
    expect(parseEntityRef('my-app', { defaultKind: 'API', defaultNamespace: 'prod' })).toEqual({
      kind: 'API',
      namespace: 'prod',
      name: 'my-app',
    })
    expect(parseEntityRef({ name: 'a' }, { defaultKind: 'Group' })).toEqual({ kind: 'Group', namespace: 'default', name: 'a' })
  })

  test("a ref that names no namespace is in 'default' [MODEL-02]", () => {
    expect(parseEntityRef('group:a').namespace).toBe('default')
    expect(stringifyEntityRef({ kind: 'Group', name: 'a' })).toBe('group:default/a')
  })

  test('a ref that lacks a part says which one [MODEL-22]', () => {
    expect(() => parseEntityRef('my-app')).toThrow(/'my-app' had missing or empty kind/)
    expect(() => parseEntityRef({ kind: '', name: 'a' }, { defaultKind: 'Group' })).toThrow(/had missing or empty kind/)
    expect(() => parseEntityRef({ kind: 'a', namespace: '', name: 'a' })).toThrow(/had missing or empty namespace/)
    expect(() => parseEntityRef('a', { defaultKind: 'b', defaultNamespace: '' })).toThrow(/had missing or empty namespace/)
    expect(() => parseEntityRef({ kind: 'a', name: '' })).toThrow(/had missing or empty name/)
    expect(() => stringifyEntityRef({ kind: 'a', name: '' })).toThrow(/had missing or empty name/)
    expect(() => stringifyEntityRef({ kind: 'a', namespace: '', name: 'b' })).toThrow(/had missing or empty namespace/)
  })

  test.each([
    ['org/team/sub', { kind: 'Group', namespace: 'org', name: 'team/sub' }],
    ['a:b:c', { kind: 'a', namespace: 'default', name: 'b:c' }],
    ['a/b:c', { kind: 'Group', namespace: 'a', name: 'b:c' }],
    ['user:org/a:b/c', { kind: 'user', namespace: 'org', name: 'a:b/c' }],
    ['a:b:c/d', { kind: 'a', namespace: 'b:c', name: 'd' }],
  ])('in %j the first slash ends the namespace and the first colon before it the kind', (text, parts) => {
    expect(parseEntityRef(text, { defaultKind: 'Group' })).toEqual(parts)
  })

  test.each(['', ':', '/', 'a:', 'a/', ':a', '/a', 'a:b/', 'a:/b', '/a/b', ':a:b'])('%j is not on the form of a ref [MODEL-23]', text => {
    expect(() => parseEntityRef(text, { defaultKind: 'Component' })).toThrow('was not on the form [<kind>:][<namespace>/]<name>')
  })

  test('anything else than a text or parts is refused as input', () => {
    for (const value of [undefined, null, 5, [], { name: 5 }, {}]) {
      expect(() => parseEntityRef(value as string, { defaultKind: 'a' }), JSON.stringify(value)).toThrow(
        expect.objectContaining({ name: 'InputError' }),
      )
    }
  })
})

test('refs that differ only by letter case are the same text [MODEL-03]', () => {
  expect(stringifyEntityRef(parseEntityRef('Component:Default/Foo'))).toBe(stringifyEntityRef(parseEntityRef('component:default/foo')))
})

test('an entity has a ref, as text and as parts', () => {
  const entity = { apiVersion: 'v1', kind: 'API', metadata: { name: 'Orders' } }
  expect(entityRefOf(entity)).toBe('api:default/orders')
  expect(compoundRefOf(entity)).toEqual({ kind: 'API', namespace: 'default', name: 'Orders' })
})

test('writing a ref and reading it again gives the same parts, whichever of them were written [MODEL-01]', () => {
  fc.assert(
    fc.property(part, part, part, (kind, namespace, name) => {
      const parts = { kind, namespace, name }
      expect(parseEntityRef(`${kind}:${namespace}/${name}`)).toEqual(parts)
      expect(parseEntityRef(`${namespace}/${name}`, { defaultKind: kind })).toEqual(parts)
      expect(parseEntityRef(name, { defaultKind: kind, defaultNamespace: namespace })).toEqual(parts)
      const text = stringifyEntityRef(parts)
      expect(text).toBe(text.toLowerCase())
      expect(stringifyEntityRef(parseEntityRef(text))).toBe(text)
    }),
  )
})

test('no text makes parsing fail with anything but an InputError, and what is parsed can be written again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', ':', '/', ' ', 'Z', '.') })), text => {
      try {
        const parts = parseEntityRef(text, { defaultKind: 'Component' })
        expect(parseEntityRef(stringifyEntityRef(parts))).toEqual({
          kind: parts.kind.toLowerCase(),
          namespace: parts.namespace.toLowerCase(),
          name: parts.name.toLowerCase(),
        })
      } catch (error) {
        expect(error).toMatchObject({ name: 'InputError', code: 'catalog.invalid-entity-ref' })
      }
    }),
  )
})

test('what is no ref has no parts and no full ref', () => {
  expect(tryParseEntityRef('web', { defaultKind: 'Component' })).toEqual({ kind: 'Component', namespace: 'default', name: 'web' })
  expect(toEntityRef('Team-A', { defaultKind: 'Group', defaultNamespace: 'Ops' })).toBe('group:ops/team-a')
  expect(toEntityRef({ kind: 'API', name: 'Orders' })).toBe('api:default/orders')
  expect(['web', 'component:', ''].map(ref => [tryParseEntityRef(ref), toEntityRef(ref)]).flat()).toEqual(Array(6).fill(undefined))
})
