import fc from 'fast-check'
import { hostileTexts, valuesOf, type Known, type Schema } from './hostile-values.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}

/** One route as its OpenAPI document describes it. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Who may call it, in the words of the contract. */
  readonly access: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The type of its reply; none for an empty one and for a socket. */
  readonly replyType: string | undefined
}

/** What is sent, byte by byte: nothing on the way may tidy it. */
export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly 'x-access': string
            readonly parameters: readonly Parameter[]
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
            readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
          }
        >
      >
    >
  >
}

/** The routes of an OpenAPI document. */
export function operationsOf(plugin: string, document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-access': access, parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path: `/api/${plugin}${path}`,
      access,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      replyType: Object.keys(Object.entries(responses).find(([status]) => status !== 'default')?.[1].content ?? {})[0],
    })),
  )
}

const json = 'application/json'

/** Segments of a path, encoded already. */
const hostileSegments = [
  ...hostileTexts.filter(text => text.isWellFormed() && text.length < 2000).map(encodeURIComponent),
  '..%2f..%2fetc%2fpasswd',
  'a%2Fb',
  '%2e%2e',
  '%',
  '%zz',
  '%c0%af',
  '%ed%a0%80',
  'x'.repeat(3000),
  'a;b=c',
  'a:b',
  '%F0%9F%A7%BF',
]

const hostileQueries = [
  'a[b][c]=1',
  'filters[__proto__]=x&filters[constructor]=y&filters[toString]=z',
  'filters[constructor][prototype]=x',
  'filters[kind]=component&filters[kind]=api',
  '__proto__=1&__proto__[x]=2',
  '%',
  '%zz=%zz',
  '%ed%a0%80=1',
  '&&&=&=',
  '?',
  'x'.repeat(4000),
  Array.from({ length: 400 }, (_, index) => `k${index}=1`).join('&'),
]

const brokenBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '0',
  '1e999',
  '{"a":1}x',
  '{"a":NaN}',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"a":"\\ud800","b":"\\u0000"}',
  `${'['.repeat(40_000)}`,
  `${'{"a":'.repeat(499)}1${'}'.repeat(499)}`,
  `{${Array.from({ length: 8000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  `[${'{},'.repeat(30_000)}{}]`,
  `{"a":"${'x'.repeat(200_000)}"}`,
  `{"a":${'9'.repeat(50_000)}}`,
]

const otherTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; charset=utf-16', 'x', '']

function queryOf(parameters: readonly Parameter[], known: Known, spoiled: number): fc.Arbitrary<string> {
  const declared = parameters.filter(each => each.in === 'query')
  const optional = Object.fromEntries(declared.map(({ name, schema }) => [name, valuesOf(schema, known, spoiled, name)]))
  const requiredKeys = declared.filter(({ required }) => required).map(({ name }) => name)
  const own = fc.record(optional, { requiredKeys: spoiled > 0 ? [] : requiredKeys }).map(toQuery)
  if (spoiled === 0) return own
  const odd = fc.oneof(
    fc.constantFrom(...hostileQueries),
    ...declared.map(({ name }) => fc.constantFrom(...hostileTexts).map(text => toQuery({ [name]: text }))),
    ...declared.map(({ name }) => fc.constantFrom(`${name}[]=1`, `${name}=1&${name}=2`, `${name}[__proto__]=1`, name, `${name}=%`)),
  )
  return fc.oneof(
    own,
    fc.tuple(own, odd).map(([one, other]) => `${one}&${other}`),
  )
}

/** Texts that are not Unicode are sent as the bytes that a careless program would send. */
function toQuery(values: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.isWellFormed() ? encodeURIComponent(text.slice(0, 3000)) : '%ed%a0%80'
  }
  const items = Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .slice(0, 50)
      .map(each => `${name}=${encode(each ?? '')}`),
  )
  return items.join('&')
}

function targetOf({ path, parameters }: Operation, known: Known, spoiled: number): fc.Arbitrary<string> {
  const names = parameters.filter(each => each.in === 'path').map(({ name }) => name)
  const segment = (name: string) => {
    const right = known[name] ? fc.constantFrom(...known[name]).map(String) : fc.stringMatching(/^[a-z0-9-]{1,12}$/)
    return spoiled === 0 ? right : fc.oneof(right, fc.constantFrom(...hostileSegments))
  }
  const filled = fc
    .tuple(...names.map(segment))
    .map(values => names.reduce((text, name, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path))
  return fc.tuple(filled, queryOf(parameters, known, spoiled)).map(([address, query]) => (query === '' ? address : `${address}?${query}`))
}

function bodyOf({ method, body }: Operation, known: Known, spoiled: number): fc.Arbitrary<Pick<FuzzRequest, 'headers' | 'body'>> {
  const none = { headers: {}, body: undefined }
  const toBody = (text: string) => ({ headers: { 'content-type': json }, body: text })
  // What takes a body of any kind has no schema for it.
  const schema = body ?? (known['body'] && {})
  const right = schema ? valuesOf(schema, known, spoiled, 'body').map(value => toBody(JSON.stringify(value) ?? '')) : fc.constant(none)
  if (spoiled === 0) return right
  // A body that no route expects is sent now and then too.
  if (method === 'GET') return fc.oneof({ weight: 9, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: fc.constant(toBody('{"a":')) })
  const broken = fc.constantFrom(...brokenBodies).map(toBody)
  const mistyped = fc.tuple(right, fc.constantFrom(...otherTypes)).map(([each, type]) => ({ ...each, headers: { 'content-type': type } }))
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: mistyped })
}

/** Values that are known for all routes, and those of one. */
export interface KnownValues {
  readonly everywhere: Known
  /** By the start of a path. */
  readonly below: Readonly<Record<string, Known>>
}

function knownOf({ path }: Operation, { everywhere, below }: KnownValues): Known {
  const own = Object.entries(below).filter(([start]) => path.startsWith(start))
  return Object.assign({}, everywhere, ...own.map(([, known]) => known)) as Known
}

/** Requests to one route: a third of them as its schemas want them, the others with something wrong. The same ones for the same seed. */
export function fuzzRequests(operation: Operation, values: KnownValues, options: { seed: number; count: number }): FuzzRequest[] {
  const known = knownOf(operation, values)
  const requests = (spoiled: number) =>
    fc
      .tuple(targetOf(operation, known, spoiled), bodyOf(operation, known, spoiled))
      .map(([target, rest]): FuzzRequest => ({ method: operation.method, target, ...rest }))
  const right = Math.ceil(options.count / 3)
  return [
    ...fc.sample(requests(0), { seed: options.seed, numRuns: right }),
    ...fc.sample(requests(0.25), { seed: options.seed + 1, numRuns: options.count - right }),
  ]
}

/** A request that is right otherwise, with each of the odd queries. */
export function oddQueries(operation: Operation, values: KnownValues): FuzzRequest[] {
  const known = knownOf(operation, values)
  const [right] = fc.sample(fc.tuple(targetOf(operation, known, 0), bodyOf(operation, known, 0)), { seed: 1, numRuns: 1 })
  const [target, rest] = right!
  return hostileQueries.map(query => ({
    method: operation.method,
    target: `${target}${target.includes('?') ? '&' : '?'}${query}`,
    ...rest,
  }))
}

/** Bodies near the largest that any route takes, of each form that costs time: in every field of a body that is right otherwise. */
export function largeRequests(operation: Operation, values: KnownValues, bytes: number): FuzzRequest[] {
  const known = knownOf(operation, values)
  if (!operation.body && !known['body']) return []
  const [target = ''] = fc.sample(targetOf(operation, known, 0), { seed: 1, numRuns: 1 })
  const right = fc.sample(valuesOf(operation.body ?? {}, known, 0, 'body'), { seed: 1, numRuns: 1 })[0] as object
  const fields = Object.keys(operation.body?.properties ?? right)
  const list = (item: string) => `[${Array.from({ length: bytes / (item.length + 1) }, () => item).join(',')}]`
  const keys = `{${Array.from({ length: bytes / 14 }, (_, index) => `"k${index}":"v"`).join(',')}}`
  const large = [
    keys,
    list('"component:default/shop"'),
    list('{}'),
    list('[[[]]]'),
    `"${'a'.repeat(bytes)}"`,
    `"${'[{('.repeat(bytes / 3)}"`,
  ]
  const headers = { 'content-type': json }
  return fields.flatMap(field =>
    large.map(value => {
      const rest = JSON.stringify({ ...right, [field]: undefined }).slice(1, -1)
      const body = `{${rest}${rest === '' ? '' : ','}${JSON.stringify(field)}:${value}}`
      return { method: operation.method, target, headers, body }
    }),
  )
}
