import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { parseYaml } from './yaml.ts'

const text = `# a comment
app:
  title: x
  list:
    - a
    - name: b
      deep: {inner: 1}
"quoted key": |
  several
  lines
shared: &anchor
  one: 1
copy: *anchor
merged:
  <<: *anchor
  two: 2
last: end
`

it('every key and list item has its line', () => {
  const { lineOf } = parseYaml(text, 'x.yaml')
  const lines: [(string | number)[], number][] = [
    [['app'], 2],
    [['app', 'title'], 3],
    [['app', 'list', 0], 5],
    [['app', 'list', 1, 'name'], 6],
    [['app', 'list', 1, 'deep', 'inner'], 7],
    [['quoted key'], 8],
    [['copy'], 13],
    [['merged', 'two'], 16],
    [['last'], 17],
  ]
  for (const [path, line] of lines) expect(lineOf(path), path.join('.')).toBe(line)
})

it('a value without a line of its own has that of what is around it', () => {
  const { lineOf } = parseYaml(text, 'x.yaml')
  expect(lineOf(['copy', 'one'])).toBe(13)
  expect(lineOf(['merged', 'one'])).toBe(14)
  expect(lineOf(['app', 'missing', 'deeper'])).toBe(2)
  expect(lineOf(['nowhere'])).toBeUndefined()
})

it('YAML 1.2 is read: yes and dates are texts, and nothing is executed', () => {
  expect(parseYaml('a: yes\nb: 2024-01-01\nc: 0o17\nd: ~', 'x').data).toEqual({ a: 'yes', b: '2024-01-01', c: 15, d: null })
  expect(() => parseYaml('a: !!js/regexp /x/', 'x')).toThrow('x:1:4: unknown scalar tag')
  expect(() => parseYaml('[a, b]: 1', 'x')).toThrow('complex keys')
  expect(parseYaml('', 'x').data).toBeUndefined()
})

it('a mistake does not carry the text of the file with it, which may hold secrets', () => {
  const caught = (() => {
    try {
      return parseYaml('token: hunter22\nbad: [', 'x')
    } catch (error) {
      return error as Error
    }
  })()
  expect(caught).toBeInstanceOf(Error)
  expect(inspect(caught, { depth: 9, showHidden: true })).not.toContain('hunter22')
})

it('a file of references to references is refused before anybody walks it, whether it holds many values or long texts', () => {
  const levels = (width: number, text: string) =>
    [
      `x0: &x0 ${text}`,
      ...Array.from({ length: 6 }, (_, at) => `x${at + 1}: &x${at + 1} [${Array(width).fill(`*x${at}`).join(', ')}]`),
    ].join('\n')
  expect(() => parseYaml(levels(30, 'y'), 'x')).toThrow('x: is too large when its references (*name) are followed: at most 100000 values')
  expect(() => parseYaml(levels(4, 'y'.repeat(10_000)), 'x')).toThrow('and 10000000 characters are read')
  expect(() => parseYaml('a: &a [*a]', 'x')).toThrow('is too large')
  expect(() => parseYaml(`a: ${'['.repeat(200_000)}`, 'x')).toThrow('x:1:')
})
