import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDefinition } from './read-definition.ts'

const corpus = '../shared/apis'
const definitions: [type: string, file: string][] = [
  ['graphql', 'graphql/subgraph-products.graphql'],
  ['graphql', 'graphql/supergraph.graphql'],
  ['grpc', 'proto/online-boutique.proto'],
  ['grpc', 'proto/google-longrunning/google/longrunning/operations.proto'],
  ['asyncapi', 'asyncapi-2/streetlights-kafka.yml'],
  ['asyncapi', 'asyncapi-3/kraken-websocket.yml'],
  ['asyncapi', 'asyncapi-3/adeo-kafka-request-reply.yml'],
]

/** Words that mean something in one of the languages, or to JavaScript. */
const words = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  '"""',
  '!',
  ':',
  ' = ',
  ';',
  '\n',
  '  ',
  '$ref: x',
  '&a',
  '*a',
  '/*',
  '//',
  '#',
  '@a',
  '|',
  '__proto__',
  'constructor',
  'null',
  '- ',
  'extend ',
  'oneof ',
  'group ',
  '\u0000',
  '\uD800',
  '9'.repeat(400),
]

/** Cuts pieces out of a text, repeats them elsewhere, and puts words between. */
const changes = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(80),
    word: fc.constantFrom(...words),
    isRepeated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)

test.each(definitions)('%s that was changed at random is read without a failure of the reader: %s', async (type, file) => {
  const text = readFileSync(`${corpus}/${file}`, 'utf8')
  const property = fc.asyncProperty(changes, async list => {
    const changed = list.reduce((current, { at, length, word, isRepeated }) => {
      const from = Math.floor(at * current.length)
      const piece = current.slice(from, from + length)
      return `${current.slice(0, from)}${word}${isRepeated ? piece + piece : ''}${current.slice(from + length)}`
    }, text)
    const { outline, parts, problems } = await readDefinition({ text: changed, type })
    expect(outline.items.every(({ id }) => Object.hasOwn(parts, id))).toBe(true)
    expect(new Set(outline.items.map(({ id }) => id)).size).toBe(outline.items.length)
    expect(outline.failure === undefined || problems.length > 0).toBe(true)
    const lines = changed.split('\n').length
    expect(problems.filter(({ line = 1 }) => line < 1 || line > lines)).toEqual([])
    JSON.stringify(parts)
  })
  await fc.assert(property, { numRuns: Number(process.env['PORTICO_MUTATIONS'] ?? 20) })
})
