import { describe, expect, test } from 'vitest'
import { activeFields, checkParameters, visibleValues } from './parameters.ts'

const page = {
  title: 'Page',
  required: ['name'],
  properties: {
    name: { type: 'string', pattern: '^[a-z]+$', 'ui:autofocus': true },
    publish: { type: 'boolean' },
    size: { type: 'integer', minimum: 1 },
  },
  dependencies: {
    publish: {
      oneOf: [
        { properties: { publish: { const: false } } },
        { required: ['repo'], properties: { publish: { const: true }, repo: { type: 'string' } } },
      ],
    },
  },
}

/** Built from pairs: an object with a key `then` in the code looks like a promise. */
const when = (condition: object, shown: object, otherwise: object = {}) =>
  Object.fromEntries([condition, shown, otherwise].map((schema, at) => [['if', 'then', 'else'][at] ?? '', schema]))

describe('the check of parameters', () => {
  test('names the path, the keyword and what was given', () => {
    const errors = checkParameters([page], { name: 'A1', size: 0 })
    expect(errors.map(({ path, property, name, argument, instance }) => ({ path, property, name, argument, instance }))).toEqual([
      { path: ['name'], property: 'instance.name', name: 'pattern', argument: '^[a-z]+$', instance: 'A1' },
      { path: ['size'], property: 'instance.size', name: 'minimum', argument: 1, instance: 0 },
    ])
    expect(errors[0]?.stack).toBe(`instance.name ${errors[0]?.message}`)
  })
  test('says what is missing', () => {
    expect(checkParameters([page], {})).toMatchObject([{ path: ['name'], name: 'required', argument: 'name' }])
  })
  test('applies conditions as they hold for the values', () => {
    expect(checkParameters([page], { name: 'a', publish: false })).toEqual([])
    expect(checkParameters([page], { name: 'a', publish: true })).not.toEqual([])
    expect(checkParameters([page], { name: 'a', publish: true, repo: 'x' })).toEqual([])
  })
  test('opens schemas with mistakes: their own rules are then not applied', () => {
    expect(checkParameters([{ properties: { a: { type: 'nonsense' } } }], { a: 1 })).toEqual([])
  })
})

describe('the fields that are shown', () => {
  test('follow the property that chooses an alternative', () => {
    expect(Object.keys(activeFields(page, { publish: false }).properties)).toEqual(['name', 'publish', 'size'])
    const shown = activeFields(page, { publish: true })
    expect(Object.keys(shown.properties)).toEqual(['name', 'publish', 'size', 'repo'])
    expect(shown.required).toEqual(['name', 'repo'])
    expect(shown.properties['publish']).toEqual({ type: 'boolean', const: true })
  })
  test('follow if, then and else, also inside allOf', () => {
    const kind = { properties: { kind: { const: 'a' } }, required: ['kind'] }
    const conditional = {
      properties: { kind: {} },
      allOf: [when(kind, { properties: { x: {} } }, { properties: { y: {} } })],
    }
    expect(Object.keys(activeFields(conditional, { kind: 'a' }).properties)).toEqual(['kind', 'x'])
    expect(Object.keys(activeFields(conditional, { kind: 'b' }).properties)).toEqual(['kind', 'y'])
  })
})

describe('the values that are submitted', () => {
  test('leave out those of hidden fields, and keep what no page declares', () => {
    expect(visibleValues([page], { name: 'a', publish: false, repo: 'left over', extra: 1 })).toEqual({
      name: 'a',
      publish: false,
      extra: 1,
    })
    expect(visibleValues([page], { name: 'a', publish: true, repo: 'x' })).toEqual({ name: 'a', publish: true, repo: 'x' })
  })
  test('leave out a field that a hidden field would have shown', () => {
    const chain = {
      properties: { a: { type: 'boolean' } },
      allOf: [
        when({ properties: { a: { const: true } }, required: ['a'] }, { properties: { b: { type: 'boolean' } } }),
        when({ properties: { b: { const: true } }, required: ['b'] }, { properties: { c: { type: 'string' } } }),
      ],
    }
    expect(visibleValues([chain], { a: false, b: true, c: 'x' })).toEqual({ a: false })
    expect(visibleValues([chain], { a: true, b: true, c: 'x' })).toEqual({ a: true, b: true, c: 'x' })
  })
  test('leave out hidden fields of nested objects', () => {
    const nested = { properties: { inner: page } }
    expect(visibleValues([nested], { inner: { name: 'a', publish: false, repo: 'x' } })).toEqual({ inner: { name: 'a', publish: false } })
  })
})
