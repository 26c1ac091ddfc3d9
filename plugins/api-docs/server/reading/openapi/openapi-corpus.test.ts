import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import type { OperationPart, Part, Reading } from '@portico/api-docs/common'
import { describe, expect, test } from 'vitest'
import { indentAt } from '../document/indent-at.ts'
import { readDefinition } from '../read-definition.ts'

const corpus = '../shared/apis'
const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter(name => /^(?:openapi|pairs).*\.(?:ya?ml|json)$/.test(name))
  .filter(name => /^[\s{]*["']?(?:openapi|swagger)["']?\s*:/m.test(textOf(name)))
  .toSorted()

/** Errors that are in the files themselves, by rule. The roots of definitions in many files lead to those when they are not bundled. */
const expectedErrors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'openapi-2.0/azure-virtual-network.yaml': { 'reference-missing': 3 },
  'openapi-2.0/grpc-gateway-everything.json': { invalid: 30 },
  'openapi-2.0/petstore-separate/spec/swagger.json': { 'reference-missing': 10 },
  'openapi-3.0/ga4gh-drs/data_repository_service.openapi.yaml': { 'reference-missing': 14, invalid: 10 },
  'openapi-3.1/matrix-sync/api/client-server/sync.yaml': { 'reference-missing': 14 },
  'openapi-broken/camara-qod-dangling.yaml': { 'reference-missing': 2, invalid: 1 },
  'openapi-broken/flow-not-flows.json': { invalid: 7 },
  'openapi-broken/harbor-tab.yaml': { syntax: 1 },
  'openapi-broken/xero-finance-colon.yaml': { syntax: 1 },
}

function textOf(name: string): string {
  return readFileSync(`${corpus}/${name}`, 'utf8')
}

describe('the OpenAPI files of the corpus', () => {
  test.each(files)('%s is read, with every operation and no error that is not in it', async name => {
    const reading = await readDefinition({ text: textOf(name), type: 'openapi' })
    expect(reading.outline.counts.items.operation ?? 0).toBe(countOperations(textOf(name)))
    expect(errorsOf(reading)).toEqual(expectedErrors[name] ?? {})
    expect(reading.problems.filter(problem => problem.severity === 'error' && problem.line === undefined)).toEqual([])
    expect(reading.outline.items.filter(({ id }) => reading.parts[id] === undefined)).toEqual([])
    expect(missingParts(reading)).toEqual([])
  })

  test('references to files that are not there say which, and on which line', async () => {
    const { problems } = await readDefinition({ text: textOf('openapi-2.0/azure-virtual-network.yaml'), type: 'openapi' })
    expect(problems.find(({ rule }) => rule === 'reference-missing')).toMatchObject({
      message: expect.stringContaining('./networkInterface.json#/definitions/IPConfiguration'),
      line: 1244,
      item: 'schema SubnetPropertiesFormat',
    })
  })

  test('a tab says its line', async () => {
    const { outline, problems } = await readDefinition({ text: textOf('openapi-broken/harbor-tab.yaml'), type: 'openapi' })
    const failure = 'Line 358: Tab characters must not be used in indentation. Use spaces'
    expect(outline).toMatchObject({ format: 'openapi', failure, items: [] })
    expect(problems).toMatchObject([{ rule: 'syntax', severity: 'error', line: 358 }])
  })

  test('webhooks, callbacks, links and every security scheme are there', async () => {
    const read = async (name: string) => readDefinition({ text: textOf(name), type: 'openapi' })
    const galaxy = await read('openapi-3.1/scalar-galaxy.yaml')
    expect(operations(galaxy).some(({ callbacks }) => callbacks.length > 0)).toBe(true)
    expect(galaxy.outline.items.filter(({ kind }) => kind === 'webhook')).toHaveLength(1)
    const museum = await read('openapi-3.1/museum.yaml')
    expect(museum.outline.groups.map(({ title }) => title)).toEqual(['Operations', 'Events', 'Tickets', 'Webhooks', 'Schemas'])
    const links = operations(await read('openapi-3.0/link-example.yaml')).flatMap(({ responses }) =>
      responses.flatMap(response => response.links),
    )
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(({ item }) => item === undefined)).toEqual([])
    const { about } = (await read('openapi-3.1/security.json')).parts
    const schemes = about?.kind === 'about' ? about.securitySchemes : []
    expect(new Set(schemes.map(({ type }) => type))).toEqual(new Set(['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']))
  })
})

function operations({ parts }: Reading): OperationPart[] {
  return Object.values(parts).flatMap((part: Part) => (part.kind === 'operation' ? [part] : []))
}

function errorsOf({ outline, problems }: Reading): Record<string, number> {
  const rules = new Set(problems.filter(({ severity }) => severity === 'error').map(({ rule }) => rule))
  return Object.fromEntries([...rules].map(rule => [rule, outline.counts.rules[rule] ?? 0]))
}

/** Parts that others refer to and that are not there. */
function missingParts({ parts }: Reading): string[] {
  const refs = [...JSON.stringify(parts).matchAll(/"ref":"(schema (?:[^"\\]|\\.)*)"/g)].map(match => JSON.parse(`"${match[1]}"`) as string)
  return [...new Set(refs)].filter(id => parts[id] === undefined)
}

/** Counts operations by a plain walk over the paths, with another way of reading. */
function countOperations(text: string): number {
  const document = parsed(text) as { paths?: Record<string, Record<string, unknown>> } | undefined
  const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
  return Object.values(document?.paths ?? {}).flatMap(item => Object.keys(item).filter(key => methods.has(key))).length
}

function parsed(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : load(text)
  } catch {
    const mended = indentAt(text, 670)
    try {
      return mended === undefined ? undefined : load(mended)
    } catch {
      return undefined
    }
  }
}
