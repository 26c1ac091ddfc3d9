import { describe, expect, it } from 'vitest'
import { openDocument } from '../document/open-document.ts'
import { createProblemList } from '../document/problem-list.ts'
import { makeExample } from './make-example.ts'
import { createSchemaReader } from './schema-reader.ts'

const user = { id: 'operation GET /a', label: 'GET /a' }

function read(schema: unknown, rest: Record<string, unknown> = {}) {
  const document = openDocument(JSON.stringify({ start: schema, ...rest }, null, 1))
  const problems = createProblemList(document)
  const reader = createSchemaReader({ document, problems })
  const node = reader.read((document.value as { start: unknown }).start, ['start'], user)
  const example = (direction?: 'request' | 'response', mediaType?: string) =>
    makeExample(node, { nodeOf: reader.nodeOf, ...(direction && { direction }), ...(mediaType && { mediaType }) })?.text
  return { node, problems, parts: reader.finish(), example }
}

describe('createSchemaReader', () => {
  it('reads the words of every version into the same node', () => {
    expect(read({ type: 'string', nullable: true }).node).toEqual({ types: ['string', 'null'] })
    expect(read({ type: ['string', 'null'] }).node).toEqual({ types: ['string', 'null'] })
    expect(read({ type: 'number', minimum: 1, exclusiveMinimum: true }).node.constraints).toEqual([['exclusiveMinimum', 1]])
    expect(read({ type: 'number', exclusiveMinimum: 1 }).node.constraints).toEqual([['exclusiveMinimum', 1]])
    expect(read({ type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } }).node).toEqual({
      types: ['array'],
      prefixItems: [{ types: ['string'] }],
      items: { types: ['number'] },
    })
    expect(read({ type: 'file' }).node).toEqual({ types: ['string'], format: 'binary' })
    expect(read({ discriminator: 'kind' }).node.discriminator).toEqual({ property: 'kind' })
  })

  it('makes parts of what is referred to, and says who refers to it', () => {
    const definitions = { Booking: { properties: { next: { $ref: '#/definitions/Booking' } }, required: ['next', 'other'] } }
    const { node, parts } = read({ $ref: '#/definitions/Booking', description: 'The one' }, { definitions })
    expect(node).toEqual({ ref: 'schema Booking', refLabel: 'Booking', description: 'The one' })
    expect(parts).toEqual([
      {
        kind: 'schema',
        id: 'schema Booking',
        name: 'Booking',
        schema: {
          types: ['object'],
          properties: [
            { name: 'next', isRequired: true, schema: { ref: 'schema Booking', refLabel: 'Booking' } },
            { name: 'other', isRequired: true, schema: {} },
          ],
        },
        usedBy: [user, { id: 'schema Booking', label: 'Booking' }],
        usedByTotal: 2,
      },
    ])
  })

  it('keeps which fields must be there where nothing else is said of them', () => {
    const { node } = read({ anyOf: [{ required: ['mail'] }, { required: ['phone', 'city'] }], if: {}, else: { required: ['id'] } })
    const needed = (...names: string[]) => ({ properties: names.map(name => ({ name, isRequired: true, schema: {} })) })
    expect(node).toEqual({ anyOf: [needed('mail'), needed('phone', 'city')], if: {}, else: needed('id') })
    expect(read({ $ref: '#/start', required: ['id'] }).node).not.toHaveProperty('properties')
  })

  it('finds schemas by anchor, by id and by any pointer, and names each once', () => {
    const $defs = { A: { $anchor: 'a', $defs: { B: { type: 'string' } } }, C: { $id: 'https://example.com/c' } }
    const refs = ['#a', '#/$defs/A/$defs/B', 'https://example.com/c', '#/$defs/A']
    const { node, parts } = read({ anyOf: refs.map($ref => ({ $ref })) }, { $defs })
    expect(node.anyOf?.map(({ ref }) => ref)).toEqual(['schema A', 'schema A.B', 'schema C', 'schema A'])
    expect(parts).toHaveLength(3)
  })

  it('says which references are missing, and on which line', () => {
    const { node, problems } = read({ allOf: [{ $ref: '#/definitions/No' }, { $ref: './other.json#/X' }] })
    expect(node.allOf).toMatchObject([
      { isRefMissing: true, refLabel: '#/definitions/No' },
      { isRefMissing: true, refLabel: './other.json#/X' },
    ])
    expect(problems.list()).toMatchObject([
      { rule: 'reference-missing', severity: 'error', line: 5, item: user.id },
      { rule: 'reference-missing', severity: 'error', line: 8, item: user.id },
    ])
  })

  it('ends where references lead only to each other', () => {
    const { node } = read({ $ref: '#/x/a' }, { x: { a: { $ref: '#/x/b' }, b: { $ref: '#/x/a' } } })
    expect(node).toMatchObject({ isRefMissing: true })
  })

  it('cuts what is nested too deep', () => {
    let deep: unknown = { type: 'string' }
    for (let level = 0; level < 60; level += 1) deep = { type: 'array', items: deep }
    expect(JSON.stringify(read(deep).node)).toContain('"isCut":true')
  })
})

describe('makeExample', () => {
  it('takes what is given first, and makes the rest by type and format', () => {
    const properties = {
      id: { type: 'integer', readOnly: true, minimum: 5 },
      secret: { type: 'string', writeOnly: true, minLength: 8 },
      at: { type: 'string', format: 'date-time' },
      kind: { enum: ['a', 'b'] },
      name: { type: 'string', example: 'Quay 4' },
      tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
    }
    const { example } = read({ type: 'object', properties })
    expect(JSON.parse(example('request') ?? '')).toEqual({
      secret: 'stringxx',
      at: '2030-04-16T09:30:00Z',
      kind: 'a',
      name: 'Quay 4',
      tags: ['str'],
    })
    expect(JSON.parse(example('response') ?? '')).toMatchObject({ id: 5 })
    expect(example('request', 'application/x-www-form-urlencoded')).toContain('name=Quay+4&tags=str')
    expect(example('request', 'application/xml')).toContain('\n  <name>Quay 4</name>\n')
  })

  it('joins allOf, takes the first of oneOf that is not null, and ends in cycles', () => {
    const definitions = { Node: { properties: { next: { $ref: '#/definitions/Node' }, name: { type: 'string' } } } }
    const { example } = read(
      { allOf: [{ $ref: '#/definitions/Node' }, { properties: { more: { oneOf: [{ type: 'null' }, { type: 'boolean' }] } } }] },
      { definitions },
    )
    expect(JSON.parse(example() ?? '')).toEqual({ name: 'string', more: true })
  })
})
