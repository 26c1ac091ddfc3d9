import fc from 'fast-check'
import nodePath from 'node:path'
import { describe, expect, test } from 'vitest'
import { toStates } from './glob-states.ts'
import { parseGlob } from './glob-syntax.ts'
import { compileGlob, compileGlobs, runGlob } from './glob.ts'

const fits = (path: string, pattern: string, dot = false) => compileGlob(pattern, { dot })(path)

describe('patterns', () => {
  test.each([
    ['catalog-info.yaml', '*.yaml', true],
    ['a/catalog-info.yaml', '*.yaml', false],
    ['a/b/catalog-info.yaml', '**/catalog-info.yaml', true],
    ['catalog-info.yaml', '**/catalog-info.yaml', true],
    ['a/b', 'a/**', true],
    ['a', 'a/**', false],
    ['a', 'a{,/b}', true],
    ['a/b', 'a{,/b}', true],
    ['b', '{**,a}/b', true],
    ['x/y/b', '{**,a}/b', true],
    ['file-07.md', 'file-{01..10}.md', true],
    ['file-7.md', 'file-{01..10}.md', false],
    ['c', '{a..e..2}', true],
    ['d', '{a..e..2}', false],
    ['{a}', '{a}', true],
    ['aXb', 'a[[:upper:]]b', true],
    ['axb', 'a[[:upper:]]b', false],
    ['a-b', '[[:alpha:]]-[!a]', true],
    ['a*b', String.raw`a\*b`, true],
    ['axb', String.raw`a\*b`, false],
    ['{a,b}', String.raw`\{a,b}`, true],
    ['main.test.ts', '!(*.test).ts', false],
    ['main.ts', '!(*.test).ts', true],
    ['aaab', '+(a|aa)b', true],
    ['https://x.example', 'https://*.example', true],
    ['https://x.y.example', 'https://*.example', true],
    ['https://x/y.example', 'https://*.example', false],
    ['😀', '?', true],
  ])('%s, %s: %s', (path, pattern, expected) => {
    expect(fits(path, pattern)).toBe(expected)
  })

  test('wildcards stand for names with a dot in front only where that is asked for', () => {
    for (const [path, pattern] of [
      ['.github', '*'],
      ['.github/x.md', '**/*.md'],
      ['a/.b/c', 'a/**'],
      ['a/.b', 'a/?b'],
      ['.a', '!(b)'],
    ] as const)
      expect([fits(path, pattern), fits(path, pattern, true)], `${path} ${pattern}`).toEqual([false, true])
    expect(fits('.github/x.md', '.github/*')).toBe(true)
    expect(fits('..', '*', true)).toBe(false)
    expect(fits('../a', '**', true)).toBe(false)
  })

  test('patterns that are too long, too deep or too wide are refused by a reason', () => {
    expect(() => compileGlob('a'.repeat(1001))).toThrow('it has 1001 characters, and at most 1000 are allowed')
    expect(() => compileGlob(`${'+('.repeat(11)}a${')'.repeat(11)}`)).toThrow('its brackets are nested deeper than 10')
    expect(() => compileGlob('{1..99}{1..999999999}')).toThrow('its ranges name more than 200 values')
    expect(() => compileGlob('+(!(a)b)')).toThrow('must not stand inside')
    expect(() => compileGlob('{'.repeat(1000))).not.toThrow()
  })
})

test('what a pattern matches is what Node says, for all but costly patterns', () => {
  const letters = fc.constantFrom('a', 'b', 'a', '.', 'ab')
  const simple = fc.oneof(letters, letters, fc.constantFrom('*', '?', '[ab]', '[!a]', '[a-b]', '[^b]'))
  const words = fc.array(simple, { minLength: 1, maxLength: 3 }).map(each => each.join(''))
  const plain = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 }).map(each => each.join(''))
  const group = fc
    .tuple(fc.constantFrom('+', '*', '?', '@', '!'), fc.array(plain, { minLength: 1, maxLength: 2 }))
    .map(([sign, choices]) => `${sign}(${choices.join('|')})`)
  const braces = fc.array(fc.oneof(words, plain), { minLength: 2, maxLength: 3 }).map(each => `{${each.join(',')}}`)
  const segment = fc.oneof(
    words,
    fc.constant('**'),
    fc.tuple(plain, group, fc.oneof(plain, fc.constantFrom('', '*', '?'))).map(each => each.join('')),
    fc.tuple(plain, braces, fc.oneof(plain, fc.constant(''))).map(each => each.join('')),
    fc.constantFrom('{a,**}', '{a/b,b}', '{a,b/*}', 'a{1..3}'),
  )
  const pattern = fc.array(segment, { minLength: 1, maxLength: 3 }).map(each => each.join('/'))
  const name = fc.array(fc.constantFrom('a', 'b', '.', '1'), { minLength: 1, maxLength: 4 }).map(each => each.join(''))
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(each => each.join('/'))
  const hasDots = (text: string) => text.split(/[/{,}]/).some(each => each === '.' || each === '..')
  fc.assert(
    fc.property(pattern, path, (glob, target) => {
      // Node takes `.` and `..` out of both, which would let a pattern name what it does not say.
      fc.pre(!hasDots(glob) && !hasDots(target))
      expect(fits(target, glob), `${target} ${glob}`).toBe(nodePath.posix.matchesGlob(target, glob))
    }),
    { numRuns: 3000 },
  )
})

describe('costly patterns', () => {
  test.each([
    ['+(+(a|aa)|a)b', 'a'.repeat(44)],
    [`${'*a'.repeat(400)}b`, 'a'.repeat(1000)],
    [`${'+('.repeat(10)}a|aa${')'.repeat(10)}b`, 'a'.repeat(1000)],
    [`${'{a,aa}'.repeat(150)}b`, 'a'.repeat(200)],
    [`${'**/'.repeat(300)}b`, 'a/'.repeat(500)],
    [`${'!(a)'.repeat(200)}b`, 'a'.repeat(500)],
    [`${'*(*a)'.repeat(150)}b`, 'a'.repeat(500)],
  ])('%s takes steps by its length times that of the path', (pattern, path) => {
    const states = toStates(parseGlob(pattern))
    expect(states.states.length).toBeLessThanOrEqual(6 * pattern.length)
    const { isMatch, steps } = runGlob(states, [...path], false)
    expect(isMatch).toBe(false)
    expect(steps).toBeLessThanOrEqual(12 * states.states.length * (path.length + 1))
  })

  test('many paths are too many when they take more steps than are allowed', () => {
    const matches = compileGlobs(['*a*a*a*b'], { maxSteps: 1000 })
    expect(() => Array.from({ length: 100 }, (_, at) => matches(`aaaaaaaaaaaaaa${at}`))).toThrow('is too long for so many paths')
  })
})
