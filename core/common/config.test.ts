import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configAt, createConfigReader, isConfigKey, isConfigObject, mergeConfig } from './config.ts'

describe('config keys', () => {
  it('segments start with a letter and are letters and digits with single - or _ between [SHELL-35]', () => {
    for (const key of ['app', 'app.baseUrl', 'a1.b2', 'my-plugin.some_key', 'permission.EXPERIMENTAL_enableBatchedRequests', 'sha-256']) {
      expect(isConfigKey(key), key).toBe(true)
    }
    for (const key of ['', '.', 'a.', '.a', 'a..b', '1a', 'a.1', '-a', 'a-', 'a--b', 'a-_b', 'a b', 'a/b', 'ä', 'a.$env', 'a\n']) {
      expect(isConfigKey(key), key).toBe(false)
    }
  })

  it('the reader refuses any other key [SHELL-35]', () => {
    const reader = createConfigReader([{ data: { a: 1 }, context: 'x' }])
    expect(() => reader.getOptionalNumber('a..b')).toThrow("Invalid config key 'a..b'")
    expect(() => reader.has('1a')).toThrow("Invalid config key '1a'")
  })
})

describe('reading config in the browser', () => {
  const reader = createConfigReader([
    { data: { app: { title: 'One', support: { url: 'x' } }, list: ['a'], port: 'http', flag: 'yes', hole: null }, context: 'build' },
    { data: { app: { title: 'Two' }, list: ['b', 'c'], count: '42', off: 0 }, context: 'page' },
  ])

  it('later parts win, objects merge and lists replace', () => {
    expect(reader.getString('app.title')).toBe('Two')
    expect(reader.getObject('app')).toEqual({ title: 'Two', support: { url: 'x' } })
    expect(reader.getStringArray('list')).toEqual(['b', 'c'])
  })

  it('texts that stand for numbers and booleans are converted', () => {
    expect(reader.getNumber('count')).toBe(42)
    expect(reader.getBoolean('flag')).toBe(true)
    expect(reader.getBoolean('off')).toBe(false)
  })

  it('a text that is not a number or boolean is refused, with key and origin [SHELL-52]', () => {
    expect(() => reader.getNumber('port')).toThrow("Unable to convert config value for key 'port' in 'build' to a number")
    expect(() => reader.getOptionalBoolean('port')).toThrow("Unable to convert config value for key 'port' in 'build' to a boolean")
  })

  it('a required value that is absent or null is refused [SHELL-53]', () => {
    expect(() => reader.getString('app.nothing')).toThrow("Missing required config value at 'app.nothing' in 'page'")
    expect(() => reader.getNumber('hole')).toThrow("Missing required config value at 'hole'")
    expect(() => reader.getObject('app.title.deeper')).toThrow("Missing required config value at 'app.title.deeper'")
    expect(() => createConfigReader([]).getBoolean('a')).toThrow("Missing required config value at 'a'")
  })

  it('a value of another type is refused [SHELL-54]', () => {
    expect(() => reader.getString('app')).toThrow("Invalid type in config for key 'app' in 'page', got object, wanted string")
    expect(() => reader.getObject('list')).toThrow("Invalid type in config for key 'list' in 'page', got array, wanted object")
    expect(() => reader.getStringArray('port')).toThrow("Invalid type in config for key 'port' in 'build', got string, wanted string-array")
    expect(() => reader.getNumber('app')).toThrow("Invalid type in config for key 'app' in 'page', got object, wanted number")
  })

  it('optional reads give undefined for what is absent', () => {
    const { getOptionalString, getOptionalNumber, getOptionalBoolean, getOptionalObject, getOptionalStringArray } = reader
    for (const read of [getOptionalString, getOptionalNumber, getOptionalBoolean, getOptionalObject, getOptionalStringArray])
      expect(read('no.such')).toBeUndefined()
  })
})

const tree = fc.object({
  maxDepth: 4,
  values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  withBigInt: false,
  key: fc.constantFrom('a', 'b', 'c', '__proto__'),
})

function leaves(value: unknown, path: string[] = []): string[][] {
  return isConfigObject(value) ? Object.keys(value).flatMap(key => leaves(value[key], [...path, key])) : [path]
}

describe('merging', () => {
  it('keeps every value of the later layer, and every earlier one that it does not touch', () => {
    fc.assert(
      fc.property(tree, tree, (base, over) => {
        const merged = mergeConfig(base, over)
        for (const path of leaves(over)) if (!isEmptyObject(over, path)) expect(configAt(merged, path)).toEqual(configAt(over, path))
        for (const path of leaves(base)) if (untouched(over, path)) expect(configAt(merged, path)).toEqual(configAt(base, path))
      }),
    )
  })

  it('merging with nothing or with itself changes nothing, and the inputs are left alone', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        const before = JSON.stringify([a, b])
        expect(mergeConfig(mergeConfig(a, b), b)).toEqual(mergeConfig(a, b))
        expect(mergeConfig(a, {})).toEqual(a)
        expect(mergeConfig(a, undefined)).toEqual(a)
        expect(mergeConfig(a, a)).toEqual(a)
        expect(JSON.stringify([a, b])).toBe(before)
      }),
    )
  })

  it('a key called __proto__ stays a key and changes no other object', () => {
    const merged = mergeConfig({ a: 1 }, JSON.parse('{"__proto__": {"polluted": true}}'))
    expect(Object.hasOwn(merged as object, '__proto__')).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect((merged as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

function isEmptyObject(data: unknown, path: string[]): boolean {
  return isConfigObject(configAt(data, path))
}

/** Whether a layer has no value at the path nor at any of its parents. */
function untouched(data: unknown, path: string[]): boolean {
  let value = data
  for (const key of path) {
    if (!isConfigObject(value)) return false
    if (!Object.hasOwn(value, key)) return true
    value = value[key]
  }
  return false
}
