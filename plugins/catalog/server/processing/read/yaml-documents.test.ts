import { describe, expect, test } from 'vitest'
import { createLineFinder } from './document-lines.ts'
import { defaultLimits } from './document-limits.ts'
import { parseDocument, splitDocuments } from './yaml-documents.ts'

const valuesOf = (text: string) =>
  splitDocuments(text)
    .flatMap(document => parseDocument(document, defaultLimits))
    .map(each => ('value' in each ? each.value : `line ${each.mistake.line}: ${each.mistake.message}`))

describe('a file', () => {
  test('is cut into documents that know their first line; those without content are left out', () => {
    const text = '# head\n---\na: 1\n---\n\n# nothing here\n---\r\n\n\nb: 2\n--- # comment\nc: |\n  text\n --- \n  more\n---\n'
    expect(splitDocuments(text).map(({ line }) => line)).toEqual([3, 10, 12])
    expect(valuesOf('\ufeffa: 1\n---\nb: 2')).toEqual([{ a: 1 }, { b: 2 }])
    expect(valuesOf('')).toEqual([])
    expect(valuesOf('\n# only\n---\n# comments\n')).toEqual([])
  })

  test('with directives is read as a whole', () => {
    expect(valuesOf('%YAML 1.2\n---\na: 1\n...\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }])
  })

  test('of nothing but line ends is read in no time', () => {
    expect(splitDocuments('\n'.repeat(2_000_000))).toEqual([])
  })
})

describe('what people write, and the letter of YAML forbids', () => {
  test('a closing bracket may stand as far left as its key, at any depth, and lines stay as they are', () => {
    expect(valuesOf('a: [1,\n]\nb:\n  c: {\n    d: [\n      2\n    ]\n  }\ne: 3\n')).toEqual([{ a: [1], b: { c: { d: [2] } }, e: 3 }])
    expect(valuesOf('a: [\n]\nb: 1\nb: 2\n')).toEqual(['line 4: duplicated mapping key'])
    expect(valuesOf('spec:\n  x: [\n  1\n]\n')).toEqual([expect.stringMatching(/^line 3: deficient indentation/)])
    const [document] = splitDocuments('a: [\n  1\n]\nspec:\n  x: 1\n')
    expect(createLineFinder(document!)(['spec', 'x'])).toBe(5)
  })

  test('an object or a list as a key is the text it is written as', () => {
    expect(valuesOf('list:\n  - {{ x }}\n  - ${{ y }}\n')).toEqual([{ list: [{ '{ x }': null }, '${{ y }}'] }])
    expect(valuesOf('? {a: 1, b: [2, c]}\n: 1\n? []\n: 2\n')).toEqual([{ '{ a: 1, b: [ 2, c ] }': 1, '[]': 2 }])
    expect(valuesOf('? {a: 1}\n: 1\n? {a: 1}\n: 2\n')).toEqual([expect.stringMatching(/^line \d: duplicated mapping key/)])
    const bomb = `a: &a [${'x,'.repeat(90)}]\nb: &b [${Array(50).fill('*a').join(',')}]\nc: {? *b : 1}\n`
    expect(valuesOf(bomb)).toEqual([expect.stringMatching(/^line 3: .*longer than 1000 characters/)])
  })

  test('unknown tags are ignored, and nothing is executed', () => {
    const text = 'a: !Ref topic\nb: !Sub {c: 1}\nd: !GetAtt [e, f]\ng: !!js/function x\nh: !Ref 12\n'
    expect(valuesOf(text)).toEqual([{ a: 'topic', b: { c: 1 }, d: ['e', 'f'], g: 'x', h: '12' }])
  })
})

describe('a mistake', () => {
  test('says what is wrong and in which line of the file', () => {
    expect(valuesOf('a: 1\n---\nb:\n\t- c\n')).toEqual([{ a: 1 }, 'line 4: tab characters must not be used in indentation; use spaces'])
    expect(valuesOf('a: 1\nb: 2\na: 3\n')).toEqual(['line 3: duplicated mapping key'])
    expect(valuesOf('a: [1\n')).toEqual([expect.stringMatching(/^line \d: /)])
    expect(valuesOf('- a\n---\njust text\n')).toEqual(['line 1: is a list, not an object', 'line 3: is a single value, not an object'])
  })

  test('does not keep the other documents from being read', () => {
    expect(valuesOf('a: 1\n---\n{\n---\nb: 2\n')).toEqual([{ a: 1 }, expect.stringMatching(/^line /), { b: 2 }])
  })
})

describe('a bomb', () => {
  test('that is nested too deep, has too many references, or is far longer than it may be is refused', () => {
    expect(valuesOf(`a: ${'['.repeat(10_000)}`)).toEqual([expect.stringMatching(/^line 1: /)])
    expect(valuesOf(`a: &a 1\nb: [${Array(101).fill('*a').join(', ')}]`)).toEqual([expect.stringMatching(/^line \d: .*alias/)])
    expect(valuesOf(`a: 1\n---\nb: ${'x'.repeat(4_000_000)}\n`)).toEqual([
      { a: 1 },
      'line 3: has more than 1,000,000 bytes; catalog.limits.entityBytes sets this limit',
    ])
  })

  test('of merge keys has no effect, as these are plain keys here', () => {
    expect(valuesOf('a: &a {b: 1}\nc:\n  <<: *a\n')).toEqual([{ a: { b: 1 }, c: { '<<': { b: 1 } } }])
  })
})

test('the line of a field is found, or that of what is around it', () => {
  const [, document] = splitDocuments('x: 1\n---\n# about\nkind: A\nspec:\n  dependsOn:\n    - one\n    - two\n  "quoted": {a: 1}\n')
  const lineOf = createLineFinder(document!)
  expect(lineOf(['kind'])).toBe(4)
  expect(lineOf(['spec', 'dependsOn', 1])).toBe(8)
  expect(lineOf(['spec', 'quoted', 'a'])).toBe(9)
  expect(lineOf(['spec', 'missing'])).toBe(5)
  expect(lineOf(['metadata'])).toBe(4)
})
