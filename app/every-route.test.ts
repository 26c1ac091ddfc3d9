import { startTestServer, type TestServer } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from './plugins.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly takesJson: boolean
}

let server: TestServer
let operations: Operation[]
beforeAll(async () => {
  server = await startTestServer({ plugins })
  operations = (await Promise.all(plugins.map(({ id }) => operationsOf(id)))).flat()
})
afterAll(() => server.stop())

async function operationsOf(plugin: string): Promise<Operation[]> {
  const { paths } = (await (await server.fetch(`/api/${plugin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path: `/api/${plugin}${path}`,
      takesJson: 'application/json' in (requestBody?.content ?? {}),
    })),
  )
}

async function ask({ method, path }: Operation, word: string, init: RequestInit = {}) {
  const response = await server.fetch(path.replaceAll(/\{\w+\}/g, word), { method, ...init })
  const { error } = (await response.json()) as { error?: { code?: string } }
  return [method, path, response.status, error?.code]
}

test('no route of any plugin accepts NUL in its path or its query', async () => {
  const withParams = operations.filter(({ path }) => path.includes('{'))
  expect(withParams.length).toBeGreaterThan(20)
  for (const operation of withParams)
    expect(await ask(operation, 'a%00b')).toEqual([operation.method, operation.path, 400, 'core.invalid-text'])
  for (const operation of operations) {
    const { method, path } = operation
    expect(await ask({ ...operation, path: `${path}?x=%00` }, 'a')).toEqual([method, `${path}?x=%00`, 400, 'core.invalid-text'])
  }
})

test('no route of any plugin fails over a body with NUL in it, or over one that is nested too deep', async () => {
  const withBody = operations.filter(({ takesJson }) => takesJson)
  expect(withBody.length).toBeGreaterThan(8)
  const headers = { 'content-type': 'application/json' }
  for (const operation of withBody) {
    const { method, path } = operation
    const bad =
      '{"value":"\\u0000","entityRefs":["\\u0000"],"type":"url","target":"\\u0000","entity":{"a\\u0000":"\\ud800"},"location":"\\u0000"}'
    const [, , status] = await ask(operation, 'a', { body: bad, headers })
    // Settings are kept as JSON, in which NUL is an escape: that is no failure either.
    expect([method, path, [200, 400, 403].includes(status as number)]).toEqual([method, path, true])
    const deep = await ask(operation, 'a', { body: `{"value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers })
    expect([method, path, [400, 403, 413].includes(deep[2] as number)]).toEqual([method, path, true])
  }
})
