import type { SearchDocument } from '@portico/search/common'
import { beforeEach, expect, test } from 'vitest'
import { loadLanguages, type LanguageName } from '../text/languages.ts'
import { parseTerm } from '../text/parse-term.ts'
import { bestOf } from './best.ts'
import { highlight } from './highlight.ts'
import { createMatcher } from './match.ts'
import { createPostings } from './postings.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const rules = () => ({ fields: { name: 'name' as const }, boost: 1 })
const english = await loadLanguages(['english'])
let languages = english
const ask = (term: string) => parseTerm(term, () => false, languages.isStopWord)
let index: SearchIndex
let names: Map<number, string>
beforeEach(() => {
  index = createSearchIndex(rules)
  names = new Map()
  languages = english
})

function put(name: string, more: Partial<SearchDocument> = {}): void {
  const id = names.size + 1
  names.set(id, name)
  index.put(id, 'thing', { name, title: name, text: '', location: `/${name}`, ...more })
}

function find(term: string): string[] {
  const { documents, scores } = createMatcher(index, rules, languages).match(ask(term))
  return bestOf(scores, documents.length, 1000, (a, b) => a < b).map(at => names.get(index.id(documents[at]!))!)
}

test('a name is found by its beginning, by each part, and as a whole', () => {
  put('payment-gateway')
  put('orderService')
  put('user_profile.store')
  for (const term of ['pa', 'pay', 'payment', 'gateway', 'gate', 'payment-gateway', 'paymentgateway', 'payment gateway', 'PaymentGateway'])
    expect(find(term), term).toEqual(['payment-gateway'])
  for (const term of ['order', 'service', 'orderservice', 'order-service']) expect(find(term), term).toEqual(['orderService'])
  for (const term of ['profile', 'store', 'user_profile']) expect(find(term), term).toEqual(['user_profile.store'])
})

test('one mistake in four letters and two in eight are forgiven, in the beginning of a word too', () => {
  put('payment-gateway')
  put('invoice')
  for (const term of ['paymnet', 'paymet', 'pqyment', 'gatway', 'paymnt-gatewy', 'invioce', 'invoi', 'involce', 'invcoi'])
    expect(find(term), term).toHaveLength(1)
  expect(find('pxm')).toEqual([])
  put('subscription')
  expect(find('subskripton')).toEqual(['subscription'])
})

test('a name beats a title, a title a tag, a tag a text', () => {
  put('d', { title: 'd', text: 'about checkout' })
  put('c', { title: 'c', tags: ['checkout'] })
  put('b', { title: 'The checkout' })
  put('checkout-a', { title: 'a' })
  expect(find('checkout')).toEqual(['checkout-a', 'b', 'c', 'd'])
})

test('exact beats prefix beats forgiven; the whole name beats a part', () => {
  put('orders')
  put('order-history')
  put('order')
  put('ordre')
  expect(find('order')).toEqual(['order', 'order-history', 'orders'])
  expect(find('ordr')[0]).toBe('ordre')
})

test('deprecated goes down', () => {
  put('billing-old', { lifecycle: 'deprecated' })
  put('billing-new', { lifecycle: 'production' })
  expect(find('billing')).toEqual(['billing-new', 'billing-old'])
})

test('forms of a word find each other, the form that was typed first', () => {
  const forms = ['book', 'books', 'booked', 'booking', 'bookings']
  for (const form of forms) put(form, { title: `t-${form}`, text: `It was about ${form}` })
  for (const form of forms) {
    expect(find(form)[0], form).toBe(form)
    expect(find(form).toSorted(), form).toEqual(forms.toSorted())
  }
  put('d', { text: 'deployed' })
  put('e', { text: 'deployment' })
  put('f', { text: 'libraries libraries libraries libraries' })
  put('g', { text: 'a library' })
  expect([find('deployments'), find('library'), find('unbook')]).toEqual([['d', 'e'], ['g', 'f'], []])
})

test.each<[LanguageName, string, string]>([
  ['german', 'Bestellungen', 'Bestellung'],
  ['german', 'Bücher', 'Buch'],
  ['french', 'livraisons', 'livraison'],
  ['spanish', 'pedidos', 'pedido'],
  ['swedish', 'betalningar', 'betalning'],
])('forms of a word find each other in %s: %s and %s', async (language, one, other) => {
  languages = await loadLanguages(['english', language])
  put('one', { text: one })
  put('other', { text: other })
  put('third', { text: 'booking' })
  expect([find(one), find(other).toSorted(), find('booked')]).toEqual([['one', 'other'], ['one', 'other'], ['third']])
})

test('a stop word alone is looked for in names and titles, and beside other words it need not be there', () => {
  put('plain', { text: 'the theme of the portal', tags: ['the'] })
  put('the-list', { title: 'x', text: '' })
  put('titled', { title: 'All the rest' })
  put('theme-service', { title: 'y' })
  expect(find('the')).toEqual(['the-list', 'titled', 'theme-service'])
  expect(find('the list')).toEqual(['the-list'])
  expect(find('the portal')).toEqual(['plain'])
  expect(find('of')).toEqual([])
  put('portal-list')
  put('the-portal-list')
  expect(find('the portal list')).toEqual(['the-portal-list', 'portal-list'])
})

test('all words must be found; where no document has all, those with most of them are', () => {
  put('red-apple')
  put('red-pear')
  put('green-apple')
  expect(find('red apple')).toEqual(['red-apple'])
  expect(find('red apple zzzzzz')).toEqual(['red-apple'])
  expect(find('zzzzzz')).toEqual([])
})

test('a word with a minus must not be there', () => {
  put('red-apple')
  put('red-pear')
  expect(find('red -apple')).toEqual(['red-pear'])
  expect(find('-apple')).toEqual(['red-pear'])
})

test('texts without spaces are found by parts', () => {
  put('tokyo', { title: '東京都庁の設計書', text: '' })
  put('osaka', { title: '大阪', text: '' })
  expect(find('都庁')).toEqual(['tokyo'])
  expect(find('設計')).toEqual(['tokyo'])
  expect(find('大阪')).toEqual(['osaka'])
})

test('accents do not matter', () => {
  put('mueller', { title: 'Café Müller' })
  expect(find('cafe')).toEqual(['mueller'])
  expect(find('muller')).toEqual(['mueller'])
  expect(find('MÜLLER')).toEqual(['mueller'])
})

test('a document that changes or goes is found as it is, and room is given back', () => {
  put('first')
  index.put(1, 'thing', { name: 'second', title: 'second', text: '', location: '/' })
  names.set(1, 'second')
  expect(find('first')).toEqual([])
  expect(find('second')).toEqual(['second'])
  index.remove(1)
  expect(find('second')).toEqual([])
  expect([index.size, index.wasted]).toEqual([0, 2])
  for (const _ of index.sweep());
  expect(index.wasted).toBe(0)
  put('third')
  expect(find('third')).toEqual(['third'])
  expect(index.end).toBeLessThanOrEqual(2)
})

test('entries of what is gone are removed in batches of like size, whatever comes and goes meanwhile', () => {
  const text = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
  for (let n = 0; n < 200; n++) put(`thing-${n}`, { text })
  for (let id = 1; id <= 50; id++) index.remove(id)
  let batches = 0
  for (const _ of index.sweep()) {
    batches += 1
    if (batches > 1) continue
    index.remove(51)
    put('newcomer', { text: 'word299' })
  }
  // 60,000 entries, of some 500 terms.
  expect(batches).toBe(3)
  expect([index.size, index.wasted]).toEqual([150, 1])
  expect(find('newcomer')).toEqual(['newcomer'])
  expect(find('word299')).toHaveLength(150)
  expect(find('word7')).toHaveLength(149)
})

test('an index that was empty when it was loaded finds all that comes later, with mistakes too', () => {
  index.settle()
  put('payment', { tags: ['cards'] })
  expect([find('payment'), find('paymnet'), find('crads')]).toEqual([['payment'], ['payment'], ['payment']])
  index.settle()
  put('invoice')
  expect([find('invioce'), find('paymnet')]).toEqual([['invoice'], ['payment']])
})

test('a score is explained by its parts', () => {
  put('payment-gateway', { text: 'cards' })
  const matcher = createMatcher(index, rules, english)
  expect(matcher.explain(ask('paymen cards'), 0)).toMatchObject([
    { word: 'paymen', matched: 'payment', how: 'prefix', field: 'name' },
    { word: 'cards', matched: 'cards', how: 'exact', field: 'text' },
  ])
  expect(matcher.explain(ask('carded'), 0)).toMatchObject([{ word: 'carded', matched: 'cards', how: 'form', field: 'text' }])
})

test('what was found is marked, whole words, in the text as it is written', () => {
  const marks = { pre: '<', post: '>' }
  expect(highlight('The Payment-Gateway pays', ['payment'], new Set(['payment']), marks)).toBe('The <Payment>-Gateway pays')
  expect(highlight('Nothing here', ['payment'], new Set(), marks)).toBeUndefined()
  expect(highlight('Paymant', ['payment'], new Set(['paymant']), marks)).toBe('<Paymant>')
})

test('entries of a term survive growth, removal and packing', () => {
  const postings = createPostings()
  for (let document = 0; document < 1000; document++) for (let term = 0; term < 20; term++) postings.add(term, document, term)
  expect(postings.count(7)).toBe(1000)
  expect([...postings.of(7)].map(entry => entry >>> 8)).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  for (let term = 0; term < 30; term++) postings.sweep(term, document => document % 2 === 0)
  expect([...postings.of(3)].every(entry => (entry >>> 8) % 2 === 1 && (entry & 255) === 3)).toBe(true)
  expect(postings.count(3)).toBe(500)
  const before = postings.save().pool.length
  postings.pack(20)
  expect(postings.save().pool.length).toBeLessThan(before)
  for (let document = 1000; document < 1010; document++) for (let term = 0; term < 25; term++) postings.add(term, document, term)
  expect([...postings.of(3)].map(entry => entry >>> 8)).toEqual([
    ...Array.from({ length: 500 }, (_, at) => 2 * at + 1),
    ...Array.from({ length: 10 }, (_, at) => 1000 + at),
  ])
  expect(postings.count(24)).toBe(10)
})
