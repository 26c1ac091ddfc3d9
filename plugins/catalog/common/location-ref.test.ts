import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCredentials, maskCredentials, parseLocationRef, stringifyLocationRef } from './location-ref.ts'

test('a location ref is a type, a colon and a target [MODEL-12]', () => {
  expect(parseLocationRef('url:https://host/a:b')).toEqual({ type: 'url', target: 'https://host/a:b' })
  expect(stringifyLocationRef({ type: 'file', target: './a.yaml' })).toBe('file:./a.yaml')
})

test('writing a location ref and reading it again gives the same [MODEL-12]', () => {
  const word = fc.stringMatching(/^[a-z][a-z-]{0,10}$/).filter(type => !['http', 'https', 'javascript'].includes(type))
  fc.assert(
    fc.property(word, fc.stringMatching(/^https:\/\/[a-z]{1,9}\/[a-z:@?=]{0,20}$/), (type, target) => {
      expect(parseLocationRef(stringifyLocationRef({ type, target }))).toEqual({ type, target })
    }),
  )
})

test.each(['', 'url', ':', 'url:', ':x', ' : x', 'url: '])('%j is not a location ref [MODEL-24]', ref => {
  expect(() => parseLocationRef(ref)).toThrow(expect.objectContaining({ name: 'InputError' }))
})

test('a location without a type or a target cannot be written', () => {
  expect(() => stringifyLocationRef({ type: '', target: 'x' })).toThrow(/missing or empty type/)
  expect(() => stringifyLocationRef({ type: 'url', target: '' })).toThrow(/missing or empty target/)
  expect(() => stringifyLocationRef({ type: 'a:b', target: 'x' })).toThrow(/colon in its type/)
  expect(() => parseLocationRef(undefined as unknown as string)).toThrow(/was not on the form <type>:<target>/)
})

test.each(['http://host/x', 'https://host/x', 'HTTPS://host/x'])('%s must be prefixed with url: [MODEL-25]', ref => {
  expect(() => parseLocationRef(ref)).toThrow('must be prefixed with url:')
  expect(() => stringifyLocationRef({ type: 'https', target: '//host/x' })).toThrow('must be prefixed with url:')
})

test.each([
  'url:javascript:alert(1)',
  'url: JavaScript:alert(1)',
  'url:java\nscript:alert(1)',
  'url:\u0000javascript:1',
  'javascript:alert(1)',
])('%j leads to a script and is refused [MODEL-26]', ref => {
  expect(() => parseLocationRef(ref)).toThrow('javascript: target')
  expect(() => stringifyLocationRef({ type: 'url', target: 'javascript:alert(1)' })).toThrow('javascript: target')
})

test.each([
  ['https://ann:secret@host/x', true],
  ['https://ann@host/x', true],
  ['HTTPS:ann:secret@host/x', true],
  ['https://ann:secret@ho st/x', true],
  ['ssh://git:secret@host/x', true],
  ['ssh://git@host/x', false],
  ['https://host/@ann:x', false],
  ['https://host/x?mail=a@b', false],
  ['./a@b.yaml', false],
])('the target %j holds a name or password: %s', (target, isHolding) => expect(hasCredentials(target)).toBe(isHolding))

test('a long text that is no address is seen to be none at once', () => {
  const long = 'a'.repeat(300_000)
  expect(hasCredentials(long)).toBe(false)
  expect(maskCredentials(`${long}@`)).toBe(`${long}@`)
  expect(maskCredentials(`${long}https://ann:secret@host`)).toBe(`${long}https://***@host`)
})

test('names and passwords in addresses are masked, wherever they stand in a text', () => {
  expect(maskCredentials('{"a":"url:https://ann:s3@cret@host/x","b":"http://bob@host"}')).toBe(
    '{"a":"url:https://***@host/x","b":"http://***@host"}',
  )
  for (const text of ['https://host/@ann', 'ann@example.com', 'https://host/?a=b@c']) expect(maskCredentials(text)).toBe(text)
})
