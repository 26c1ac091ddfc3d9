import { describe, expect, test } from 'vitest'
import {
  isValidAnnotationKey,
  isValidAnnotationValue,
  isValidApiVersion,
  isValidDnsSubdomain,
  isValidKind,
  isValidLabelKey,
  isValidLabelValue,
  isValidName,
  isValidNamespace,
  isValidTag,
  isValidUrl,
} from './formats.ts'

const full = 'a'.repeat(63)
const long = 'a'.repeat(64)
const subdomain = [full, full, full, 'a'.repeat(61)].join('.')
const never = ['', ' ', 'a b', 'a\n', '\u00e9', undefined, null, 7, true, {}, ['a']]

interface Case {
  title: string
  is: (value: unknown) => boolean
  good: unknown[]
  bad: unknown[]
}

const cases: Case[] = [
  {
    title: 'an API version is an optional DNS subdomain and slash, then 1 to 63 letters and digits [MODEL-13]',
    is: isValidApiVersion,
    good: ['v1', 'V1beta1', full, 'backstage.io/v1alpha1', 'a/1', `${subdomain}/${full}`],
    bad: [...never, long, '/v1', 'a/', 'a/b/c', 'v1-beta', 'v.1', 'A.io/v1', '-a/v1', `${subdomain}a/v1`],
  },
  {
    title: 'a kind is 1 to 63 letters and digits and begins with a letter [MODEL-14]',
    is: isValidKind,
    good: ['A', 'API', 'component', 'K8s', full],
    bad: [...never, long, '1a', 'a-b', 'a.b', 'a_b'],
  },
  {
    title: 'a name is 1 to 63 characters with letters and digits at both ends and dash, underscore and dot inside [MODEL-15]',
    is: isValidName,
    good: ['a', '9', 'A.b_c-d', 'a--b..c__d', full],
    bad: [...never, long, '-a', 'a-', '.a', 'a.', '_a', 'a_', 'a/b', 'a:b', 'My App'],
  },
  {
    title: 'a namespace is a DNS label of 1 to 63 characters [MODEL-16]',
    is: isValidNamespace,
    good: ['a', '0', 'a-b', 'a--b', full],
    bad: [...never, long, 'A', '-a', 'a-', 'a.b', 'a_b'],
  },
  {
    title: 'a tag is 1 to 63 lower-case letters, digits, colon, plus and hash with single hyphens between [MODEL-17]',
    is: isValidTag,
    good: ['java', 'c++', 'c#', 'a:b', 'a-b-c', '1', full],
    bad: [...never, long, 'Java', 'a--b', '-a', 'a-', 'a_b', 'a.b', 'a/b'],
  },
  {
    title: 'a DNS subdomain has at most 253 characters [MODEL-18]',
    is: isValidDnsSubdomain,
    good: ['a', 'a.b', 'x-y.example', subdomain],
    bad: [...never, `${subdomain}a`, `${long}.a`, 'a..b', '.a', 'a.', 'A.b', 'a.-b'],
  },
  {
    title: 'a label key is an optional prefix and a name [MODEL-19]',
    is: isValidLabelKey,
    good: ['a', 'a.b_C-d', 'example.com/tier', `${subdomain}/${full}`],
    bad: [...never, long, '/a', 'a/', 'a/b/c', 'Example.com/a', 'a/-b'],
  },
  {
    title: 'an annotation key is an optional prefix and a name [MODEL-20]',
    is: isValidAnnotationKey,
    good: ['a', 'backstage.io/managed-by-location'],
    bad: [...never, long, '/a', 'a/', 'a/b/c'],
  },
  {
    title: 'a label value may be empty, and is a name otherwise [MODEL-21]',
    is: isValidLabelValue,
    good: ['', 'a', 'A.b', full],
    bad: [...never.slice(1), long, '-a', 'a/b'],
  },
  {
    title: 'an annotation value is any text',
    is: isValidAnnotationValue,
    good: ['', '\n', 'x'.repeat(5000)],
    bad: [undefined, null, 1, true, {}],
  },
  { title: 'a URL is whole', is: isValidUrl, good: ['https://host/path', 'mailto:a@b'], bad: ['', 'host', '/path', undefined, 5] },
]

describe('formats', () => {
  // By %s, which writes a title as it is: it has to end with the lines it shows.
  test.each(cases.map(each => [each.title, each] as const))('%s', (_title, { is, good, bad }) => {
    expect(good.filter(value => !is(value))).toEqual([])
    expect(bad.filter(value => is(value))).toEqual([])
  })
})

test('a hostile tag or subdomain of a million characters is refused', () => {
  expect(isValidTag(`${'a-'.repeat(500_000)}!`)).toBe(false)
  expect(isValidDnsSubdomain('a.'.repeat(500_000))).toBe(false)
  expect(isValidName(`${'a.'.repeat(500_000)}`)).toBe(false)
})
