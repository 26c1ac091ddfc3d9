import { describe, expect, it } from 'vitest'
import { openDocument } from './open-document.ts'

const lineOf = (text: string, path: readonly (string | number)[]) => openDocument(text).locate(path)?.line

describe('openDocument', () => {
  it('reads JSON and YAML, and says on which line a path stands', () => {
    expect(lineOf('{\n  "a": {\n    "b": [1,\n      2]\n  }\n}', ['a', 'b', 1])).toBe(4)
    expect(lineOf('a:\n  b:\n    - 1\n    - 2\n', ['a', 'b', 1])).toBe(4)
    expect(lineOf("paths:\n  /a:\n    get: {}\n  '/b':\n    get: {}\n", ['paths', '/b', 'get'])).toBe(5)
  })

  it('says the line of the nearest thing where a path is not there', () => {
    expect(lineOf('a:\n  b:\n    c: 1\n', ['a', 'b', 'x', 'y'])).toBe(2)
  })

  it('says the line of a tab, of a missing quote and of broken JSON', () => {
    expect(openDocument('a:\n  b: 1\n\tc: 2\n').problems).toMatchObject([{ rule: 'syntax', severity: 'error', line: 3 }])
    expect(openDocument('a: 1\nb: "x\nc: 2\n').problems).toMatchObject([{ rule: 'syntax', severity: 'error' }])
    expect(openDocument('{\n  "a": 1,\n  "b" 2\n}').problems).toMatchObject([{ rule: 'syntax', line: 3 }])
    expect(openDocument('').problems).toMatchObject([{ rule: 'syntax', message: 'The definition is empty' }])
  })

  it('reads JSON with a comma at its end, as YAML', () => {
    expect(openDocument('{\n  "a": [1, 2,],\n}')).toMatchObject({ value: { a: [1, 2] }, problems: [] })
  })

  it('reads JSON that was pasted into YAML without indentation', () => {
    const text = 'a:\n    b: {\n  "c": [\n    1\n  ],\n  "d": {\n    "e": 2\n  }\n}\nf: 3\n'
    expect(openDocument(text)).toMatchObject({ value: { a: { b: { c: [1], d: { e: 2 } } }, f: 3 }, problems: [] })
    expect(lineOf(text, ['a', 'b', 'd', 'e'])).toBe(7)
  })

  it('takes the last of two equal keys and says where', () => {
    expect(openDocument('a: 1\nb: 2\na: 3\n')).toMatchObject({ value: { a: 3, b: 2 }, problems: [{ rule: 'duplicate-key', line: 3 }] })
  })

  it('reads merge keys, aliases, unknown tags, numbers as keys and several documents', () => {
    const text = 'base: &base\n  x: 1\nmore:\n  <<: *base\n  y: !Ref z\n200: ok\n---\nother: 1\n'
    expect(openDocument(text).value).toEqual({ base: { x: 1 }, more: { x: 1, y: 'z' }, 200: 'ok' })
  })

  it('refuses aliases that stand for billions of values', () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array.from({ length: 9 }, () => `*l${at}`).join(', ')}]`,
    )
    expect(openDocument(['l0: &l0 [x]', ...lines].join('\n'))).toMatchObject({ value: undefined, problems: [{ rule: 'too-large' }] })
  })

  it('ends an alias that holds itself', () => {
    expect(openDocument('a: &a\n  b: *a\n').problems).toMatchObject([{ severity: 'warning', rule: 'too-deep' }])
  })

  it('reads the beginning of what is nested 10,000 levels deep as JSON, and says that YAML is', () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect(openDocument(deep).problems).toMatchObject([{ severity: 'warning', rule: 'too-deep' }])
    expect(openDocument(deep).value).toHaveProperty('a.a.a')
    expect(openDocument(`x: ${deep}`).problems).toMatchObject([{ severity: 'error', rule: 'syntax' }])
  })

  it('leaves out keys that would change the prototype', () => {
    const { value, problems } = openDocument('{"__proto__": {"polluted": true}, "a": 1}')
    expect(value).toEqual({ a: 1 })
    expect((value as { polluted?: boolean }).polluted).toBeUndefined()
    expect(problems).toMatchObject([{ rule: 'key-ignored', line: 1 }])
  })
})
