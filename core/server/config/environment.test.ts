import { configAt } from '@portico/core/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment.ts'

const dataOf = (env: Record<string, string>) => ({ ...readEnvironment(env).sources.at(-1)?.data })

describe('APP_CONFIG_ variables', () => {
  it('set the key they name, as JSON where it is JSON', () => {
    const env = {
      APP_CONFIG_a_b: '1',
      APP_CONFIG_a_c: '{"d": [true]}',
      APP_CONFIG_e: 'plain text',
      APP_CONFIG_f: '"quoted"',
      'APP_CONFIG_my-plugin_x:y': 'z',
      OTHER: 'x',
    }
    expect(dataOf(env)).toEqual({ a: { b: 1, c: { d: [true] } }, e: 'plain text', f: 'quoted', 'my-plugin': { 'x:y': 'z' } })
  })

  it('add to an object that another one sets', () => {
    expect(dataOf({ APP_CONFIG_a_b: '2', APP_CONFIG_a: '{"b": 1, "c": 1}' })).toEqual({ a: { b: 2, c: 1 } })
  })

  it('count as unset when empty', () => expect(dataOf({ APP_CONFIG_a: '' })).toEqual({}))

  it.each([
    [{ APP_CONFIG_a: 'null' }, 'APP_CONFIG_a: null is not a config value'],
    [{ APP_CONFIG_: 'x' }, "APP_CONFIG_: '' is not a config key"],
    [{ APP_CONFIG_a__b: 'x' }, "APP_CONFIG_a__b: 'a..b' is not a config key"],
    [{ APP_CONFIG_1a: 'x' }, "APP_CONFIG_1a: '1a' is not a config key"],
    [{ APP_CONFIG_a___proto__: 'x' }, "APP_CONFIG_a___proto__: 'a...proto..' is not a config key"],
    [{ APP_CONFIG_a: 'text', APP_CONFIG_a_b: 'x' }, "APP_CONFIG_a_b: cannot be set, because 'a' is set to a value that is not an object"],
  ])('%j is refused', (env, mistake) => expect(readEnvironment(env).mistakes).toEqual([mistake]))

  it('names like those of built-in properties are ordinary keys', () => {
    expect(dataOf({ APP_CONFIG_a_constructor_x: '1', APP_CONFIG_toString: '2' })).toEqual({ a: { constructor: { x: 1 } }, toString: 2 })
  })

  const part = fc.stringMatching(/^[a-z][a-z0-9]{0,4}(-[a-z0-9]{1,3})?$/)
  it('any JSON value but null arrives at its key, whatever else is set', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.jsonValue(), fc.string(), (path, value, other) => {
        fc.pre(value !== null)
        const { sources, mistakes } = readEnvironment({
          [`APP_CONFIG_${path.join('_')}`]: JSON.stringify(value),
          APP_CONFIG_zzzzzzzz: other,
        })
        expect(mistakes).toEqual(other.trim() === 'null' ? [expect.any(String)] : [])
        expect(configAt(sources.at(-1)?.data, path)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('any environment is read without a crash, and every variable is either used or reported', () => {
    const name = fc.oneof(fc.string(), fc.stringMatching(/^APP_CONFIG_[a-z_0-9:-]{0,8}$/))
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), env => {
        const { sources, mistakes } = readEnvironment(env)
        for (const [variable, text] of Object.entries(env)) {
          if (!variable.startsWith('APP_CONFIG_') || text === '') continue
          const used = configAt(sources.at(-1)?.data, variable.slice(11).split('_')) !== undefined
          expect(used || mistakes.some(line => line.startsWith(`${variable}: `))).toBe(true)
        }
      }),
    )
  })
})
