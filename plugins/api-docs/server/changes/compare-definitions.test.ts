import { changeRules, diffReadings, type ApiChange, type Reading } from '@portico/api-docs/common'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDefinition } from '../reading/read-definition.ts'
import { compareDefinitions } from './compare-definitions.ts'

const corpus = path.resolve('..', 'shared', 'apis')
const typeOf = (file: string) => (file.endsWith('.proto') ? 'grpc' : file.includes('graphql') ? 'graphql' : 'openapi')
const read = (text: string | object, type = 'openapi') =>
  readDefinition({ text: typeof text === 'string' ? text : JSON.stringify(text), type })

async function changesOf(before: string | object, after: string | object, type?: string): Promise<ApiChange[]> {
  return diffReadings(await read(before, type), await read(after, type))
}
/** `breaking request-field-became-required POST /bookings: customer`. */
const short = ({ impact, rule, label, place }: ApiChange) =>
  `${impact} ${rule} ${label ?? 'all'}${place.length === 0 ? '' : `: ${place.join(' > ')}`}`

const openapi = ({ paths = {}, schemas = {}, ...rest }: { paths?: object; schemas?: object; security?: object; servers?: object }) => ({
  openapi: '3.1.0',
  info: { title: 'Bookings', version: '1' },
  ...rest,
  paths,
  components: {
    schemas,
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' }, other: { type: 'http', scheme: 'basic' } },
  },
})
const booking = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const ref = { $ref: '#/components/schemas/Booking' }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const sent = (schema: object) =>
  openapi({
    schemas: { Booking: schema },
    paths: { '/bookings': { post: { requestBody: { required: true, ...json(ref) }, responses: { 204: { description: '' } } } } },
  })
const got = (schema: object) =>
  openapi({ schemas: { Booking: schema }, paths: { '/bookings': { get: { responses: { 200: { description: '', ...json(ref) } } } } } })

describe('what changed in a schema depends on who sends it', () => {
  const text = { type: 'string' }
  const cases: [string, object, object, sentRules: string[], gotRules: string[]][] = [
    [
      'a new field',
      booking({ a: text }),
      booking({ a: text, b: text }),
      ['compatible request-field-added'],
      ['compatible response-field-added'],
    ],
    [
      'a new required field',
      booking({}),
      booking({ b: text }, ['b']),
      ['breaking request-required-field-added'],
      ['compatible response-required-field-added'],
    ],
    [
      'a removed field',
      booking({ a: text, b: text }),
      booking({ a: text }),
      ['risky request-field-removed'],
      ['breaking response-field-removed'],
    ],
    [
      'a field that became required',
      booking({ a: text }),
      booking({ a: text }, ['a']),
      ['breaking request-field-became-required'],
      ['compatible response-field-became-required'],
    ],
    [
      'another type',
      booking({ a: text }),
      booking({ a: { type: 'integer' } }),
      ['breaking request-type-changed'],
      ['breaking response-type-changed'],
    ],
    [
      'a wider type',
      booking({ a: { type: 'integer' } }),
      booking({ a: { type: 'number' } }),
      ['compatible request-type-widened'],
      ['breaking response-type-widened'],
    ],
    [
      'null',
      booking({ a: text }),
      booking({ a: { type: ['string', 'null'] } }),
      ['compatible request-null-allowed'],
      ['breaking response-null-allowed'],
    ],
    [
      'values of an enum',
      booking({ a: { enum: ['x', 'y'] } }),
      booking({ a: { enum: ['x', 'z'] } }),
      ['breaking request-enum-value-removed', 'compatible request-enum-value-added'],
      ['risky response-enum-value-added', 'compatible response-enum-value-removed'],
    ],
    [
      'a limit',
      booking({ a: { type: 'string', maxLength: 9 } }),
      booking({ a: { type: 'string', maxLength: 5 } }),
      ['breaking request-limit-narrowed'],
      ['compatible response-limit-narrowed'],
    ],
    [
      'a variant',
      { oneOf: [booking({ a: text }), text] },
      { oneOf: [booking({ a: text }), text, { type: 'integer' }] },
      ['compatible request-variant-added'],
      ['risky response-variant-added'],
    ],
    ['a read-only field', booking({ a: { ...text, readOnly: true } }), booking({}), [], ['breaking response-field-removed']],
    [
      'a default',
      booking({ a: { ...text, default: 'x' } }),
      booking({ a: { ...text, default: 'y' } }),
      ['risky request-default-changed'],
      ['compatible response-default-changed'],
    ],
  ]
  test.each(cases)('%s', async (_what, before, after, sentRules, gotRules) => {
    const rules = (changes: ApiChange[]) => changes.map(({ impact, rule }) => `${impact} ${rule}`)
    expect(rules(await changesOf(sent(before), sent(after)))).toEqual(sentRules)
    expect(rules(await changesOf(got(before), got(after)))).toEqual(gotRules)
  })

  test('a schema that holds itself, and one that is used a thousand times, is compared once and names who uses it', async () => {
    const tree = (extra: object) => booking({ children: { type: 'array', items: ref }, parent: ref, ...extra })
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`/b${index}`, { get: { responses: { 200: { description: '', ...json(ref) } } } }]),
    )
    const changes = await changesOf(
      openapi({ paths, schemas: { Booking: tree({ name: text }) } }),
      openapi({ paths, schemas: { Booking: tree({}) } }),
    )
    expect(changes.map(short)).toEqual(['breaking response-field-removed Booking: name'])
    expect(changes[0]).toMatchObject({ reachesTotal: 1000, before: 'string' })
    expect(changes[0]!.reaches).toHaveLength(20)
  })

  test('what moved into a schema that is extended, or into a schema with a name, is still there', async () => {
    const base = (schemas: object) =>
      openapi({ schemas, paths: { '/b': { get: { responses: { 200: { description: '', ...json(ref) } } } } } })
    const inline = base({ Booking: booking({ id: text, name: text }) })
    const extended = base({
      Booking: { allOf: [{ $ref: '#/components/schemas/Base' }, booking({ name: text })] },
      Base: booking({ id: text }),
    })
    expect((await changesOf(inline, extended)).map(short)).toEqual(['compatible schema-added Base'])
  })
})

describe('operations', () => {
  const operation = (more: object = {}) => ({ responses: { 200: { description: 'ok' } }, ...more })
  const at = (paths: object, rest: object = {}) => openapi({ paths, ...rest })
  const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })

  test('names of path parameters do not matter, an operation id finds what has moved', async () => {
    const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
    const before = at({ '/b/{id}': { get: operation({ parameters: [id('id')] }) }, '/old': { get: operation({ operationId: 'list' }) } })
    const after = at({
      '/b/{booking}': { get: operation({ parameters: [id('booking')] }) },
      '/new': { get: operation({ operationId: 'list' }) },
    })
    expect((await changesOf(before, after)).map(short)).toEqual([
      'breaking operation-moved GET /new',
      'compatible path-parameter-renamed GET /b/{booking}',
    ])
  })

  test('parameters, bodies, responses and security have rules of their own', async () => {
    const before = at({
      '/b': {
        get: operation({
          parameters: [query('a'), query('b'), { ...query('X-C'), in: 'header' }],
          responses: { 200: { description: '' }, 404: { description: '' } },
        }),
        put: operation(),
        delete: operation({ security: [] }),
      },
    })
    const after = at({
      '/b': {
        get: operation({
          parameters: [query('a', { required: true }), query('d', { required: true }), { ...query('x-c'), in: 'header' }],
          responses: { 201: { description: '' }, 404: { description: '' } },
        }),
        put: operation({ deprecated: true, requestBody: { required: true, ...json({ type: 'string' }) } }),
        delete: operation({ security: [{ key: [] }] }),
      },
    })
    expect((await changesOf(before, after)).map(short).sort()).toEqual([
      'breaking parameter-became-required GET /b: query parameter a',
      'breaking required-parameter-added GET /b: query parameter d',
      'breaking required-request-body-added PUT /b: request body',
      'breaking security-required DELETE /b: security',
      'breaking success-response-removed GET /b: response 200',
      'compatible became-deprecated PUT /b',
      'risky parameter-removed GET /b: query parameter b',
      'risky success-response-added GET /b: response 201',
    ])
  })

  test('what holds for the whole definition is said once, and texts are one change for an item', async () => {
    const paths = { '/a': { get: operation() }, '/b': { get: operation({ summary: 'One', description: 'Two' }) } }
    const other = { '/a': { get: operation() }, '/b': { get: operation({ summary: 'Three', description: 'Four' }) } }
    const servers = [{ url: 'https://new.test' }]
    const before = at(paths, { security: [{ key: [] }, { other: [] }], servers: [{ url: 'https://old.test' }] })
    expect((await changesOf(before, at(other, { security: [{ key: [] }], servers }))).map(short)).toEqual([
      'breaking security-alternative-removed all: security',
      'risky server-removed all: servers',
      'compatible server-added all: servers',
      'compatible documentation-changed GET /b',
    ])
  })
})

test('GraphQL: nullability by direction, arguments, enums, unions', async () => {
  const before = `type Query { a(x: Int, y: Int!): String! b: [T!] } type T { id: ID } type V { id: ID } union U = T enum E { A B } input I { a: Int! }`
  const after = `type Query { a(x: Int!, y: Int, z: Int!): String b: [T!]! } type T { id: ID! } type V { id: ID } union U = T | V enum E { A C } input I { a: Int b: Int! }`
  expect((await changesOf(before, after, 'graphql')).map(short).sort()).toEqual([
    'breaking enum-value-removed E',
    'breaking field-became-nullable Query.a',
    'breaking input-became-required Query.a: x',
    'breaking required-argument-added Query.a: z',
    'breaking required-input-field-added I: b',
    'compatible field-became-non-null Query.b',
    'compatible field-became-non-null T: id',
    'compatible input-became-optional I: a',
    'compatible input-became-optional Query.a: y',
    'risky enum-value-added E',
    'risky union-member-added U',
  ])
})

test('gRPC: numbers are what counts', async () => {
  const proto = (body: string) => `syntax = "proto3"; package p; service S { rpc Get (M) returns (M); ${body}`
  const before = proto('rpc Old (M) returns (M); } message M { string a = 1; int32 b = 2; string c = 3; string d = 4; string e = 5; }')
  const after = proto(
    'rpc New (M) returns (stream M); } message M { string z = 1; int64 b = 2; repeated string c = 3; reserved 4; string e = 6; bool f = 7; }',
  )
  expect((await changesOf(before, after, 'grpc')).map(short).sort()).toEqual([
    'breaking grpc-field-label-changed p.M: c',
    'breaking grpc-field-number-changed p.M: e',
    'breaking grpc-method-removed S.Old',
    'compatible grpc-field-added p.M: f',
    'compatible grpc-method-added S.New',
    'risky grpc-field-renamed p.M: z',
    'risky grpc-field-reserved p.M: d',
    'risky grpc-field-type-widened p.M: b',
  ])
})

test('what cannot be read, or is of another format, says so and has no changes', async () => {
  const made = await compareDefinitions({ text: 'words', type: 'other' }, { text: 'type Query { a: Int }', type: 'graphql' })
  expect(made).toMatchObject({ changes: '[]', total: 0, failure: 'The older version is plain text. Compare the texts.' })
})

describe.runIf(existsSync(corpus))('pairs of real definitions', () => {
  const pairs = existsSync(corpus) ? readdirSync(path.join(corpus, 'pairs')) : []
  const important: Readonly<Record<string, readonly string[]>> = {
    openfga: [
      'breaking operation-removed POST /stores/{store_id}/read-tuples',
      'breaking request-field-became-required TupleKey: object',
      'risky response-enum-value-added ErrorCode',
    ],
    'xero-projects': ['breaking operation-moved GET /Projects', 'risky response-enum-value-added TimeEntry: status'],
    'camara-qod': [
      'breaking request-enum-value-removed SinkCredential: credentialType',
      'breaking response-field-removed BaseSessionInfo: device',
    ],
    'adyen-transfers': [
      'breaking request-required-field-added TransferInfo: category',
      'breaking response-field-removed Transaction: type',
      'risky success-response-added POST /transfers: response 202',
    ],
    museum: ['breaking success-response-removed POST /tickets: response 200', 'compatible webhook-added POST publishNewEvent'],
    dagster: [
      'breaking required-argument-added Mutation.wipeAssets: assetPartitionRanges',
      'breaking union-member-removed ResourcesOrError',
      'risky enum-value-added DagsterEventType',
    ],
    'etcd-rpc': [
      'risky grpc-field-type-widened etcdserverpb.AuthRoleRevokePermissionRequest: key',
      'risky grpc-enum-value-added etcdserverpb.AlarmType: CORRUPT',
    ],
  }
  test.each(pairs)('%s: the important changes are marked, a version equals itself, and removals mirror additions', async name => {
    const folder = path.join(corpus, 'pairs', name)
    const [fresh, old] = await Promise.all(
      readdirSync(folder)
        .sort()
        .map(file => read(readFileSync(path.join(folder, file), 'utf8'), typeOf(file))) as [Promise<Reading>, Promise<Reading>],
    )
    const changes = diffReadings(old, fresh)
    expect(changes.map(short)).toEqual(expect.arrayContaining([...(important[name] ?? [])]))
    expect(changes.every(({ rule, impact }) => changeRules[rule as keyof typeof changeRules].impact === impact)).toBe(true)
    expect([diffReadings(old, old), diffReadings(fresh, fresh)]).toEqual([[], []])
    const items = (list: ApiChange[], kind: ApiChange['kind']) =>
      new Set(
        list
          .filter(each => each.kind === kind && each.place.length === 0 && /^(operation|channel|field|type)-/.test(each.rule))
          .map(({ item }) => item),
      )
    const back = diffReadings(fresh, old)
    expect(items(back, 'removed')).toEqual(items(changes, 'added'))
  })

  test('readings with parts taken away, mixed up or broken are compared without an error', async () => {
    const text = readFileSync(path.join(corpus, 'pairs', 'camara-qod', 'new.yaml'), 'utf8')
    const whole = await read(text)
    const ids = Object.keys(whole.parts)
    for (let step = 1; step < 12; step++) {
      const parts = Object.fromEntries(
        ids
          .filter((_, at) => at % step !== step - 1 || step === 1)
          .map((id, at) => [id, whole.parts[step === 2 ? ids[(at * 7) % ids.length]! : id]!]),
      )
      const broken = { ...whole, parts: step === 1 ? {} : parts } as Reading
      expect(() => [diffReadings(whole, broken), diffReadings(broken, whole)]).not.toThrow()
    }
  })
})
