import { expect, test } from 'vitest'
import { countBits, distanceWithin, forgivenMistakes, letterBits } from './distance.ts'
import { fold } from './fold.ts'
import { parseTerm } from './parse-term.ts'
import { toJoined, toParts, toTokens, toWords } from './tokens.ts'

test('case and accents do not matter', () => {
  expect(fold('Müller-Straße')).toBe('muller-strasse')
  expect(fold('ÆØÅ Łódź')).toBe('aeoa lodz')
  expect(fold('한국어')).toBe('한국어')
})

test('joined names give each part and the whole', () => {
  expect(toTokens('payment-gateway')).toEqual(['payment', 'gateway', 'paymentgateway'])
  expect(toTokens('paymentGateway')).toEqual(['payment', 'gateway', 'paymentgateway'])
  expect(toTokens('payment_gateway.v2')).toEqual(['payment', 'gateway', 'v2', 'paymentgatewayv2'])
  expect(toTokens('HTTPServer')).toEqual(['http', 'server', 'httpserver'])
  expect(toTokens('a-myName')).toEqual(['a', 'my', 'name', 'myname', 'amyname'])
  expect(toTokens('C++ and C#')).toEqual(['c++', 'and', 'c#'])
  expect(toTokens('plain words')).toEqual(['plain', 'words'])
})

test('a long address is found by its parts only, and long words are cut', () => {
  expect(toTokens('a.b.c.d.e.f')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(toTokens('x'.repeat(100))).toEqual(['x'.repeat(40)])
})

test('texts without spaces give every two neighbours', () => {
  expect(toTokens('東京都庁')).toEqual(['東京', '京都', '都庁', '東京都庁'])
  expect(toParts('京都')).toEqual(['京都'])
  expect(toParts('京')).toEqual(['京'])
  expect(toParts('API設計')).toEqual(['api', '設計'])
})

test('words know where they stand', () => {
  const text = 'The paymentGateway, a-b'
  expect(toWords(text).map(({ token, start, end }) => [token, text.slice(start, end)])).toEqual([
    ['the', 'The'],
    ['payment', 'payment'],
    ['gateway', 'Gateway'],
    ['a', 'a'],
    ['b', 'b'],
  ])
  expect(toJoined('Payment Gateway')).toBe('paymentgateway')
})

test('mistakes are counted: a letter more, less, another, two swapped', () => {
  const whole = (a: string, b: string, limit = 2) => distanceWithin(a, b, limit).whole
  expect([whole('payment', 'payment'), whole('paymnt', 'payment'), whole('paymeent', 'payment'), whole('paimint', 'payment')]).toEqual([
    0, 1, 1, 2,
  ])
  expect(whole('pyament', 'payment', 1)).toBe(1)
  expect(whole('order', 'payment', 2)).toBeGreaterThan(2)
  expect(distanceWithin('paymnt', 'payments-service', 1).prefix).toBe(1)
  expect(distanceWithin('a', 'abcdefgh', 1).prefix).toBe(0)
  expect([forgivenMistakes('abc'), forgivenMistakes('abcd'), forgivenMistakes('abcdefg'), forgivenMistakes('abcdefgh')]).toEqual([
    0, 1, 1, 2,
  ])
  expect(countBits(letterBits('abca'))).toBe(3)
})

test('a term is taken apart: words, stop words, phrases, what is excluded, filters of known fields', () => {
  const isField = (name: string) => name === 'kind' || name === 'owner'
  const isStopWord = (word: string) => word === 'the'
  expect(parseTerm('The payment "card number" -legacy kind:api owner:"team a" foo:bar', isField, isStopWord)).toEqual({
    words: ['payment', 'card', 'number', 'foo', 'bar'],
    stopWords: ['the'],
    joined: 'thepaymentcardnumberfoobar',
    phrases: ['card number'],
    excluded: ['legacy'],
    filters: [
      { field: 'kind', value: 'api' },
      { field: 'owner', value: 'team a' },
    ],
  })
})

test.each(['', '   ', '"', '-', '--', '-"', ':', 'kind:', '"" ""', '((((', ':* & | !', '.*[a-z]+$', '\u0000\u0007', '🚀🚀', '‮abc', '\\'])(
  'a term of operators and signs only is no error: %j',
  term => {
    const always = () => true
    expect(() => parseTerm(term, always, always)).not.toThrow()
  },
)
