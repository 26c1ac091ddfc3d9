import { readFileSync } from 'node:fs'
import type { AboutPart, OperationPart, Reading, SchemaPart } from '@portico/api-docs/common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDefinition } from '../read-definition.ts'

const read = (document: unknown) =>
  readDefinition({ text: typeof document === 'string' ? document : JSON.stringify(document, null, 2), type: 'openapi' })
const base = { openapi: '3.1.0', info: { title: 'Quay', version: '1' }, paths: {} }
const operation = (reading: Reading, id: string) => reading.parts[`operation ${id}`] as OperationPart
const rulesOf = (reading: Reading) => reading.problems.map(({ rule }) => rule)

describe('OpenAPI 2.0', () => {
  const two = {
    swagger: '2.0',
    info: { title: 'Quay', version: '1' },
    host: 'quay.example.com',
    basePath: '/v1',
    schemes: ['https', 'http'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: { basic: { type: 'basic' }, oauth: { type: 'oauth2', flow: 'accessCode', scopes: { read: 'Reads' } } },
    parameters: { body: { in: 'body', name: 'berth', required: true, schema: { $ref: '#/definitions/Berth' } } },
    definitions: { Berth: { type: 'object', properties: { id: { type: 'integer' } } } },
    paths: {
      '/berths': {
        parameters: [{ in: 'query', name: 'tag', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' }],
        post: {
          parameters: [{ $ref: '#/parameters/body' }],
          responses: { 200: { description: 'ok', schema: { type: 'file' }, headers: { 'x-rate': { type: 'integer' } } } },
          produces: ['text/csv'],
        },
        put: {
          parameters: [
            { in: 'formData', name: 'photo', type: 'file', required: true },
            { in: 'formData', name: 'kind', type: 'string', enum: ['a', 'b'] },
          ],
          responses: {},
        },
      },
    },
  }

  test('bodies, forms, answers and servers are as in later versions', async () => {
    const reading = await read(two)
    expect(operation(reading, 'POST /berths')).toMatchObject({
      parameters: [{ name: 'tag', in: 'query', style: 'form', explode: true, schema: { types: ['array'], items: { types: ['string'] } } }],
      body: { isRequired: true, media: [{ type: 'application/json', schema: { ref: 'schema Berth' } }] },
      responses: [
        { status: '200', headers: [{ name: 'x-rate' }], media: [{ type: 'text/csv', schema: { types: ['string'], format: 'binary' } }] },
      ],
    })
    expect(operation(reading, 'PUT /berths').body).toMatchObject({
      media: [
        {
          type: 'multipart/form-data',
          schema: {
            properties: [
              { name: 'photo', isRequired: true },
              { name: 'kind', schema: { enum: ['a', 'b'] } },
            ],
          },
        },
      ],
    })
    const about = reading.parts.about as AboutPart
    expect(about.servers.map(({ url }) => url)).toEqual(['https://quay.example.com/v1', 'http://quay.example.com/v1'])
    expect(about.securitySchemes).toMatchObject([
      { name: 'basic', type: 'http', scheme: 'basic' },
      { name: 'oauth', flows: [{ flow: 'authorizationCode', scopes: [['read', 'Reads']] }] },
    ])
  })

  test('a version that YAML reads as a number is said, and read', async () => {
    const reading = await read('swagger: 2.0\ninfo:\n  title: Quay\n  version: 1.0\npaths: {}\n')
    expect(reading.outline).toMatchObject({ formatVersion: '2.0', version: '1' })
    expect(reading.problems).toContainEqual(
      expect.objectContaining({ rule: 'invalid', line: 1, message: expect.stringContaining("swagger: '2.0'") }),
    )
  })
})

describe('OpenAPI 3', () => {
  test('3.2: query, additional operations, streams and parents of tags', async () => {
    const reading = await read({
      ...base,
      openapi: '3.2.0',
      tags: [
        { name: 'all', summary: 'Everything' },
        { name: 'berths', parent: 'all' },
      ],
      paths: {
        '/berths': {
          query: {
            tags: ['berths'],
            responses: { 200: { description: 'ok', content: { 'text/event-stream': { itemSchema: { type: 'string' } } } } },
          },
          additionalOperations: { PURGE: { tags: ['later'], responses: { 204: { description: 'gone' } } } },
        },
      },
    })
    expect(reading.outline.items.map(({ id }) => id)).toEqual(['operation QUERY /berths', 'operation PURGE /berths'])
    expect(reading.outline.groups.map(({ title }) => title)).toEqual(['Everything / berths', 'later'])
    expect(operation(reading, 'QUERY /berths').responses[0]?.media).toMatchObject([{ itemSchema: { types: ['string'] } }])
    expect(reading.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('3.2: schemas wherever they may stand are no errors, and what is wrong beside them is one', async () => {
    const schema = { type: 'object', properties: { id: { type: ['string', 'null'] } }, xml: { nodeType: 'element' } }
    const content = { 'multipart/mixed': { itemSchema: schema, itemEncoding: { contentType: 'image/png' } } }
    const text = { 'text/plain': { schema: { type: 'string' } } }
    const reading = await read({
      ...base,
      openapi: '3.2.0',
      paths: {
        '/a': {
          get: {
            parameters: [
              { name: 'all', in: 'querystring', content: text },
              { name: 'one', in: 'nowhere', schema: { type: 'string' } },
            ],
            responses: { 200: { summary: 'Short', headers: { X: { schema: { type: 'integer' } } }, content } },
          },
        },
      },
      components: { schemas: { Berth: schema } },
    })
    expect(reading.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { message: expect.stringMatching(/^paths › \/a › get › parameters › 1 › in: .*\(found: nowhere\)$/) },
    ])
    const [response] = operation(reading, 'GET /a').responses
    expect(response).toMatchObject({ summary: 'Short', media: [{ encoding: { itemEncoding: { contentType: 'image/png' } } }] })
  })

  test('what stands beside a reference comes before what it leads to', async () => {
    const responses = { 200: { $ref: '#/components/responses/Ok', description: 'All berths' } }
    const reading = await read({
      ...base,
      paths: { '/a': { get: { responses } } },
      components: { responses: { Ok: { description: 'Ok', content: { 'text/plain': {} } } } },
    })
    expect(operation(reading, 'GET /a').responses).toMatchObject([{ description: 'All berths', media: [{ type: 'text/plain' }] }])
  })

  test('parameters of an operation replace those of its path, and webhooks are items', async () => {
    const get = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }], responses: {} }
    const reading = await read({
      ...base,
      paths: { '/a/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }], get } },
      'x-webhooks': { arrived: { post: { responses: {} } } },
    })
    expect(operation(reading, 'GET /a/{id}').parameters).toMatchObject([{ name: 'id', schema: { types: ['integer'] } }])
    expect(reading.parts['webhook POST arrived']).toMatchObject({ kind: 'webhook', path: 'arrived' })
  })

  test('an example is the given one, or made', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const content = { 'application/json': { schema }, 'application/xml': { example: '<a/>' } }
    const reading = await read({ ...base, paths: { '/a': { get: { responses: { 200: { description: 'ok', content } } } } } })
    expect(operation(reading, 'GET /a').responses[0]?.media.map(({ examples }) => examples)).toEqual([
      [{ text: '{\n  "name": "string"\n}', isMade: true }],
      [{ text: '<a/>' }],
    ])
  })
})

describe('the quality of a definition', () => {
  test('what readers miss is said with its line and its item', async () => {
    const reading = await read({
      ...base,
      paths: {
        '/a/{id}': {
          get: { operationId: 'a', deprecated: true, security: [{ nope: [] }], responses: {} },
          put: { operationId: 'a', description: 'Puts', parameters: [{ $ref: '#/components/parameters/no' }], responses: {} },
        },
      },
      components: { schemas: { Unused: { type: 'string' } } },
    })
    const found = Object.fromEntries(reading.problems.map(problem => [problem.rule, problem]))
    expect(found).toMatchObject({
      'security-missing': { severity: 'error', line: 14, item: 'operation GET /a/{id}' },
      'duplicate-operation-id': { severity: 'error', line: 20, item: 'operation PUT /a/{id}' },
      'path-parameter-missing': { severity: 'error', item: 'operation PUT /a/{id}' },
      'reference-missing': { severity: 'error', line: 24, item: 'operation PUT /a/{id}' },
      'deprecated-without-reason': { severity: 'hint', line: 9 },
      'schema-unused': { severity: 'hint', item: 'schema Unused' },
      'no-responses': { severity: 'warning' },
      'no-servers': { severity: 'hint' },
    })
    expect(operation(reading, 'GET /a/{id}').security).toEqual([[{ scheme: 'nope', scopes: [], isMissing: true }]])
  })

  test('the first hundred of a rule are listed, and all are counted', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`/a${at}`, { get: { responses: { 200: { description: 'ok' } } } }]),
    )
    const { outline, problems } = await read({ ...base, paths })
    expect(problems.filter(({ rule }) => rule === 'no-operation-id')).toHaveLength(100)
    expect(outline.counts.rules['no-operation-id']).toBe(150)
  })

  test('a mistake among several forms is told once', async () => {
    const parameters = [{ name: 'a', in: 'query', type: 'object' }]
    const { problems } = await read({
      swagger: '2.0',
      info: base.info,
      paths: { '/a': { get: { parameters, responses: { 200: { description: 'ok' } } } } },
    })
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule: 'invalid', line: 11, item: 'operation GET /a' }])
  })
})

describe('bad input', () => {
  test('references that lead in circles everywhere end', async () => {
    const $ref = (pointer: string) => ({ $ref: `#/components/${pointer}` })
    const reading = await read({
      ...base,
      paths: {
        '/a': $ref('pathItems/a'),
        '/b': {
          post: {
            parameters: [$ref('parameters/a')],
            requestBody: $ref('requestBodies/a'),
            responses: { 200: $ref('responses/a') },
            callbacks: { a: $ref('callbacks/a') },
          },
        },
      },
      components: {
        pathItems: { a: $ref('pathItems/a') },
        parameters: { a: $ref('parameters/b'), b: $ref('parameters/a') },
        requestBodies: { a: $ref('requestBodies/a') },
        responses: { a: $ref('responses/a') },
        callbacks: { a: { '{$url}': { post: { callbacks: { a: $ref('callbacks/a') }, responses: {} } } } },
        schemas: { A: $ref('schemas/B'), B: $ref('schemas/A'), C: { allOf: [$ref('schemas/C')], items: $ref('schemas/C') } },
      },
    })
    expect(operation(reading, 'POST /b').callbacks).toMatchObject([{ name: 'a', operation: { callbacks: [] } }])
    expect((reading.parts['schema C'] as SchemaPart).schema.allOf).toMatchObject([{ ref: 'schema C' }])
    expect(rulesOf(reading)).toContain('reference-missing')
  })

  test('10,000 schemas that refer to each other are read', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [
        `S${at}`,
        { properties: { next: { $ref: `#/components/schemas/S${(at * 7 + 1) % 10_000}` } } },
      ]),
    )
    const reading = await read(JSON.stringify({ ...base, components: { schemas } }))
    expect(reading.outline.counts.items.schema).toBe(10_000)
  })

  test('a body that many operations share is cut before it fills the memory', async () => {
    const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`p${at}`, { type: 'string' }])) }
    const components = { responses: { wide: { description: 'Wide', content: { 'application/json': { schema: wide } } } } }
    const paths = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`/a${at}`, { get: { responses: { 200: { $ref: '#/components/responses/wide' } } } }]),
    )
    const reading = await read(JSON.stringify({ ...base, paths, components }))
    expect(operation(reading, 'GET /a0').responses[0]?.media[0]?.schema?.properties).toHaveLength(4000)
    expect(operation(reading, 'GET /a199').responses[0]?.media[0]?.schema).toEqual({ isCut: true })
  })

  test('names that every object has are names like others', async () => {
    const reading = await read(
      'openapi: 3.0.0\ninfo: {title: a, version: "1"}\npaths:\n  /constructor:\n    get: {operationId: toString, responses: {200: {description: ok, content: {a/b: {schema: {$ref: "#/components/schemas/hasOwnProperty"}}}}}}\ncomponents:\n  schemas:\n    constructor: {type: string}\n',
    )
    expect(reading.outline.items.map(({ id }) => id)).toEqual(['operation GET /constructor', 'schema constructor'])
    expect(rulesOf(reading)).toContain('reference-missing')
  })

  test('whatever stands in any place, the rest is read', async () => {
    const text = readFileSync('../shared/apis/openapi-3.1/scalar-galaxy.yaml', 'utf8')
    const two = JSON.parse(readFileSync('../shared/apis/openapi-2.0/petstore-readme.json', 'utf8')) as unknown
    const { load } = await import('js-yaml')
    const odd = fc.oneof(
      fc.constantFrom(null, [], {}, '', 0, true, [null], { $ref: '#' }, { $ref: 5 }, { a: null }, 'x'),
      fc.jsonValue({ maxDepth: 2 }),
    )
    for (const document of [load(text), two]) {
      const places = placesOf(document)
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.nat(places.length - 1), odd), { minLength: 1, maxLength: 40 }), async changes => {
          const copy = structuredClone(document)
          for (const [at, value] of changes) put(copy, places[at] as string[], value)
          const reading = await readDefinition({ text: JSON.stringify(copy), type: 'openapi' })
          expect(reading.parts.about).toBeDefined()
          expect(reading.outline.items.every(({ id }) => reading.parts[id] !== undefined)).toBe(true)
        }),
        { numRuns: 15 },
      )
    }
  })
})

function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))].filter(place => place.length > 0)
}

function put(root: unknown, path: readonly string[], value: unknown): void {
  let holder = root as Record<string, unknown>
  for (const step of path.slice(0, -1)) {
    if (typeof holder[step] !== 'object' || holder[step] === null) return
    holder = holder[step] as Record<string, unknown>
  }
  holder[path.at(-1) as string] = value
}
