import { describe, expect, test } from 'vitest'
import type { OperationPart, Parameter, SecurityScheme } from '../parts/http-parts.ts'
import { buildRequest, parameterKey, type FilledRequest } from './build-request.ts'
import { sampleCredentials } from './credentials.ts'
import { initialBody, initialParameters } from './initial-values.ts'
import { allowedServers, sampleUrl } from './server-url.ts'

const operation = (more: Partial<OperationPart> = {}): OperationPart => ({
  kind: 'operation',
  id: 'operation GET /things/{id}',
  method: 'GET',
  path: '/things',
  tags: [],
  parameters: [],
  responses: [],
  callbacks: [],
  ...more,
})
const noSecurity = { security: [], securitySchemes: [] }
const parameter = (more: Partial<Parameter> & Pick<Parameter, 'in'>): Parameter => ({ name: 'id', examples: [], ...more })

function built(of: Parameter, text: string, path = '/things') {
  const filled = { server: 'https://api.test/v1/', parameters: { [parameterKey(of)]: text }, credentials: {} }
  return buildRequest(operation({ path, parameters: [of] }), noSecurity, filled)
}

const list = { types: ['array'] }
const object = { types: ['object'] }

describe('a parameter is written in its style', () => {
  test.each<[string, Partial<Parameter>, string, string]>([
    ['simple', {}, 'a b/ü', '/things/a%20b%2F%C3%BC'],
    ['simple list', { schema: list }, '3, 4', '/things/3,4'],
    ['simple object', { schema: object }, '{"role":"admin","n":1}', '/things/role,admin,n,1'],
    ['simple object, exploded', { schema: object, explode: true }, '{"role":"admin","n":1}', '/things/role=admin,n=1'],
    ['label', { style: 'label', schema: list, explode: true }, '[3,4]', '/things/.3.4'],
    ['matrix', { style: 'matrix', schema: list }, '3,4', '/things/;id=3,4'],
    ['matrix, exploded', { style: 'matrix', schema: list, explode: true }, '3,4', '/things/;id=3;id=4'],
    ['matrix object', { style: 'matrix', schema: object, explode: true }, '{"a":1}', '/things/;a=1'],
  ])('in the path: %s', (_name, more, text, expected) => {
    expect(new URL(built(parameter({ in: 'path', ...more }), text, '/things/{id}').url).pathname).toBe(`/v1${expected}`)
  })

  test.each<[string, Partial<Parameter>, string, string]>([
    ['form', {}, 'a&b=c#d', '?id=a%26b%3Dc%23d'],
    ['list', { schema: list }, 'a,b', '?id=a&id=b'],
    ['list, not exploded', { schema: list, explode: false }, 'a,b', '?id=a,b'],
    ['spaces', { schema: list, style: 'spaceDelimited' }, 'a,b', '?id=a%20b'],
    ['pipes', { schema: list, style: 'pipeDelimited' }, 'a,b', '?id=a%7Cb'],
    ['object', { schema: object }, '{"x":1,"y":"z"}', '?x=1&y=z'],
    ['object, not exploded', { schema: object, explode: false }, '{"x":1}', '?id=x,1'],
    ['deep object', { schema: object, style: 'deepObject' }, '{"x":1}', '?id%5Bx%5D=1'],
    ['reserved signs', { allowReserved: true }, '/a?b&c', '?id=/a?b%26c'],
    ['JSON as a document', { media: [{ type: 'application/json', examples: [] }] }, '{"a":1}', '?id=%7B%22a%22%3A1%7D'],
    ['a referred list', { schema: { ref: 'schema Ids' } }, '["a"]', '?id=a'],
    ['a text that only looks like a list', { schema: { types: ['string'] } }, '[a]', '?id=%5Ba%5D'],
    ['an apostrophe', {}, "a'b", '?id=a%27b'],
  ])('in the query: %s', (_name, more, text, expected) => {
    expect(built(parameter({ in: 'query', ...more }), text).url).toBe(`https://api.test/v1/things${expected}`)
  })

  test('in headers, cookies and as the whole query; those with definitions elsewhere are left out', () => {
    expect(built(parameter({ in: 'header', name: 'X-Ids', schema: list }), 'a, b').headers).toEqual([['X-Ids', 'a,b']])
    expect(built(parameter({ in: 'cookie', name: 'session' }), 'a;b').headers).toEqual([['Cookie', 'session=a%3Bb']])
    expect(built(parameter({ in: 'querystring' }), 'a=1&b').url).toBe('https://api.test/v1/things?a=1&b')
    expect(built(parameter({ in: 'header', name: 'Content-Type' }), 'x').headers).toEqual([])
  })
})

test('credentials go where their scheme says; without a value they are not sent', () => {
  const securitySchemes: SecurityScheme[] = [
    { name: 'key', type: 'apiKey', in: 'query', parameter: 'api key' },
    { name: 'session', type: 'apiKey', in: 'cookie', parameter: 'sid' },
    { name: 'basic', type: 'http', scheme: 'Basic' },
    { name: 'oauth', type: 'oauth2' },
    { name: 'other', type: 'apiKey', in: 'header', parameter: 'X-Other' },
  ]
  const security = ['key', 'session', 'basic', 'oauth'].map(scheme => [{ scheme, scopes: [] }])
  const about = { security, securitySchemes }
  const send = (credentials: FilledRequest['credentials']) =>
    buildRequest(operation(), about, { server: 'https://a.test', parameters: {}, credentials })
  expect(send({ key: { value: 'k&' }, session: { value: 's' }, basic: { user: 'zoë', value: 'p:w' }, other: { value: 'x' } })).toEqual({
    method: 'GET',
    url: 'https://a.test/things?api%20key=k%26',
    headers: [
      ['Authorization', `Basic ${Buffer.from('zoë:p:w').toString('base64')}`],
      ['Cookie', 'sid=s'],
    ],
  })
  expect(send({ oauth: { value: 't' }, key: { value: '' } }).headers).toEqual([['Authorization', 'Bearer t']])
  expect(sampleCredentials(operation(), about)).toEqual({ key: { value: '<key>' } })
})

test('bodies of forms are typed as JSON and sent as forms', () => {
  const send = (type: string, text: string) =>
    buildRequest(operation({ method: 'post' }), noSecurity, {
      server: 'https://a.test',
      parameters: {},
      credentials: {},
      body: { type, text },
    })
  expect(send('application/x-www-form-urlencoded', '{"a":"b c","n":[1,2]}').body?.text).toBe('a=b+c&n=1&n=2')
  expect(send('application/x-www-form-urlencoded', 'a=b+c&n=1').body).toMatchObject({
    text: 'a=b+c&n=1',
    fields: [
      ['a', 'b c'],
      ['n', '1'],
    ],
  })
  const parts = send('multipart/form-data', '{"a\\"":"portico-part-1"}')
  expect(parts.headers).toEqual([['Content-Type', 'multipart/form-data; boundary=portico-part-2']])
  expect(parts.body?.text).toBe(
    '--portico-part-2\r\nContent-Disposition: form-data; name="a%22"\r\n\r\nportico-part-1\r\n--portico-part-2--\r\n',
  )
  expect(send('text/plain', 'x')).toMatchObject({ method: 'POST', headers: [['Content-Type', 'text/plain']], body: { text: 'x' } })
})

test('the form begins with examples of what is required', () => {
  const parameters = [
    parameter({ in: 'path', examples: [{ text: '"LP1"' }] }),
    parameter({ in: 'query', name: 'status', isRequired: true, schema: { enum: ['open', 'closed'] } }),
    parameter({ in: 'query', name: 'limit', schema: { default: 50 } }),
  ]
  expect(initialParameters({ parameters })).toEqual({ 'path id': 'LP1', 'query status': 'open' })
  expect(initialBody({ type: '*/*', examples: [{ text: '{}' }] })).toEqual({ type: 'application/json', text: '{}' })
})

test('servers are offered where a target allows them; otherwise the targets themselves', () => {
  const server = (url: string, ...variables: { name: string; default?: string }[]) => ({ url, variables })
  const targets = [{ url: 'https://api.test/v1', methods: ['GET' as const] }]
  const urls = (...servers: ReturnType<typeof server>[]) => allowedServers(servers, targets).map(({ url }) => url)
  expect(urls(server('https://live.test/v1'), server('https://api.test/v1/'))).toEqual(['https://api.test/v1/'])
  expect(urls(server('https://{host}/{v}', { name: 'host', default: 'api.test' }, { name: 'v', default: 'v1' }))).toEqual([
    'https://api.test/v1',
  ])
  expect(urls(server('/v1'))).toEqual(['https://api.test/v1'])
  expect(urls(server('https://api.test/v1x'), server('https://other.test'))).toEqual(['https://api.test/v1'])
  expect(urls(server('https://api.test'))).toEqual(['https://api.test/'])
  expect(sampleUrl({}, { servers: [server('/v2')] })).toBe('https://example.com/v2')
})
