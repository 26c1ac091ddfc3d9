import { expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'

test('a secret is hidden in every encoding, also one with half of a surrogate pair', () => {
  const redactor = createRedactor()
  redactor.hide('Sesame "42"')
  redactor.hide('half\ud800pair')
  const forms = [
    'Sesame "42"',
    'SESAME "42"',
    '"24" emaseS',
    JSON.stringify('Sesame "42"').slice(1, -1),
    encodeURIComponent('Sesame "42"'),
    Buffer.from('Sesame "42"').toString('base64'),
    Buffer.from('Sesame "42"').toString('hex'),
    'half\ud800pair',
  ]
  for (const form of forms) expect(redactor.redactText(`x ${form} y`)).toBe('x *** y')
  expect(redactor.redact({ a: ['b Sesame "42"'] })).toEqual({ a: ['b ***'] })
})

test('texts that are too long together are refused instead of being hidden in part', () => {
  const redactor = createRedactor()
  expect(() => redactor.hide('x'.repeat(5_000_000))).toThrow('too long to be hidden')
})
