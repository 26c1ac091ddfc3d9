import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { load } from 'js-yaml'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const corpus = path.resolve(import.meta.dirname, '../../../../../../shared/apis')
const elsewhere = 'http://127.0.0.1:9'
const api = (name: string, target: string, placeholder = '$openapi') =>
  document('API', name, { spec: { definition: { [placeholder]: target } } })

const cycle = {
  'main.yaml': `openapi: 3.0.0
paths:
  /nodes:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: ./node.yaml, description: The first } } } }
        '404': { $ref: './gone.yaml#/NotFound' }
        '500': { $ref: 'http://127.0.0.1:9/error.yaml#/Error' }
      parameters: [{ $ref: './node.yaml#/$defs/none' }]
components:
  schemas:
    node: { type: string }
    Leaf: { $ref: './node.yaml#/$defs/leaf' }
    Pet:
      discriminator: { propertyName: kind, mapping: { leaf: './node.yaml#/$defs/leaf' } }
      example: { $ref: './not-followed.yaml' }
`,
  'node.yaml': `type: object
properties:
  next: { $ref: ./node.yaml }
  leaf: { $ref: '#/$defs/leaf' }
  main: { $ref: './main.yaml#/components/schemas/Pet' }
$defs:
  leaf: { type: string }
`,
  'inner.yaml': `openapi: 3.0.0
paths:
  /a: { $ref: 'http://169.254.169.254/latest/meta-data#/a' }
  /b: { $ref: 'http://127.0.0.2:9/error.yaml#/b' }
`,
  'loop.yaml': 'openapi: 3.0.0\npaths: { /a: { $ref: ./path.yaml } }\n',
  'path.yaml': '$ref: ./path.yaml\n',
}

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    {},
    {
      catalog: folder => {
        cpSync(corpus, path.join(folder, 'apis'), { recursive: true })
        // What lies elsewhere is not asked for by a test.
        const service = path.join(folder, 'apis/openapi-3.0/ga4gh-drs/components/responses/200ServiceInfo.yaml')
        writeFileSync(service, readFileSync(service, 'utf8').replace('https://raw.githubusercontent.com', elsewhere))
        mkdirSync(path.join(folder, 'cycle'))
        for (const [name, text] of Object.entries(cycle)) writeFileSync(path.join(folder, 'cycle', name), text)
        const documents = file(
          api('petstore', './apis/openapi-2.0/petstore-separate/spec/swagger.json'),
          api('drs', './apis/openapi-3.0/ga4gh-drs/data_repository_service.openapi.yaml'),
          api('matrix', './apis/openapi-3.1/matrix-sync/api/client-server/sync.yaml'),
          api('social', './apis/asyncapi-2/social-media/backend/asyncapi.yaml', '$asyncapi'),
          api('cycle', './cycle/main.yaml'),
          api('loop', './cycle/loop.yaml'),
          api('inner', './cycle/inner.yaml'),
          api('inner-root', 'http://127.0.0.2:9/openapi.yaml'),
          api('inner-events', 'http://10.0.0.5/asyncapi.yaml', '$asyncapi'),
          api('nothing', './cycle/nothing.yaml'),
        )
        writeFileSync(path.join(folder, 'catalog-info.yaml'), documents)
        return { locations: [{ type: 'file', target: path.join(folder, 'catalog-info.yaml') }] }
      },
      // Allowed by a pattern, which says nothing about addresses inside of the network.
      config: { backend: { reading: { allow: [{ host: '*.0.0.2:9' }] } } },
    },
  )
  await catalog.until('kind=api', 7)
})
afterAll(() => catalog.stop())

async function textOf(name: string): Promise<string> {
  const entity = await catalog.server.call(catalogApi.getEntityByName, { params: { namespace: 'default', kind: 'api', name } })
  return String(entity.spec?.['definition'])
}

const bundled = async (name: string) => toPlain(await textOf(name))
const toPlain = (text: string) => JSON.parse(JSON.stringify(load(text)))

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' && typeof part === 'string' ? [part] : refsIn(part)))
}

function at(document: any, ref: string): unknown {
  return ref
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

test('definitions of many files become one, in which every reference leads somewhere', async () => {
  for (const name of ['petstore', 'drs', 'matrix', 'social']) {
    const whole = await bundled(name)
    const refs = refsIn(whole)
    expect([name, refs.length > 3]).toEqual([name, true])
    const lost = refs.filter(ref => !ref.startsWith('#') || at(whole, ref) === undefined)
    const isRemote = (ref: string) => ref.startsWith(elsewhere)
    expect([name, lost.filter(ref => !isRemote(ref))]).toEqual([name, []])
  }
  expect((await bundled('petstore')).definitions).toHaveProperty('Pet')
  const drs = await bundled('drs')
  expect(drs.paths['/objects/{object_id}'].get).toBeDefined()
  expect(drs.tags[0].description).toContain('Data Repository Service')
  expect((await bundled('social')).components.messages.commentLiked.payload).toEqual({ $ref: '#/components/schemas/commentLikedPayload' })
})

test('files that refer to each other, and back, become components that do', async () => {
  const { paths, components } = await bundled('cycle')
  const { responses } = paths['/nodes'].get
  expect(responses[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/node2', description: 'The first' })
  expect(components.schemas).toMatchObject({
    node: { type: 'string' },
    node2: {
      properties: {
        next: { $ref: '#/components/schemas/node2' },
        leaf: { $ref: '#/components/schemas/Leaf' },
        main: { $ref: '#/components/schemas/Pet' },
      },
    },
    Leaf: { type: 'string' },
    Pet: { discriminator: { mapping: { leaf: '#/components/schemas/Leaf' } }, example: { $ref: './not-followed.yaml' } },
  })
})

test('what cannot be read stays a reference, and the text says why; a file of nothing but itself too', async () => {
  const text = await textOf('cycle')
  const { get } = toPlain(text).paths['/nodes']
  expect(get.responses[404]).toEqual({ $ref: './gone.yaml#/NotFound' })
  expect(get.responses[500]).toEqual({ $ref: 'http://127.0.0.1:9/error.yaml#/Error' })
  const comments = text.split('\n').filter(line => line.startsWith('# '))
  expect(comments).toEqual([
    expect.stringMatching(/^# \.\/gone\.yaml#\/NotFound is left as it is: .*gone\.yaml/),
    expect.stringMatching(/^# http:\/\/127\.0\.0\.1:9\/error\.yaml#\/Error is left as it is: .*backend\.reading\.allow/),
    expect.stringMatching(/^# \.\/node\.yaml#\/\$defs\/none is left as it is: .*does not exist/),
  ])
  expect(await textOf('loop')).toContain('leads back to itself')
})

test('references to addresses inside of the network are refused with the reason, in $ref and in the placeholder itself', async () => {
  const comments = (await textOf('inner')).split('\n').filter(line => line.startsWith('# '))
  const refused = /127\.0\.0\.2 is an address inside of the network; if it is to be read, name exactly this host in backend\.reading\.allow/
  const notNamed = (host: string) => expect.stringContaining(`You may need to add '${host}' to backend.reading.allow`)
  expect(comments).toEqual([notNamed('169.254.169.254'), expect.stringMatching(refused)])
  const { entities } = await catalog.server.call(catalogApi.listFailedEntities, {})
  const errorOf = (name: string) => entities.find(({ entity_ref: ref }) => ref === `api:default/${name}`)?.errors?.[0]?.message
  expect([errorOf('inner-root'), errorOf('inner-events')]).toEqual([expect.stringMatching(refused), notNamed('10.0.0.5')])
})

test('a definition that is not there itself is an error of its entity', async () => {
  const { entities } = await catalog.server.call(catalogApi.listFailedEntities, {})
  expect(entities.map(({ entity_ref: ref }) => ref)).toContain('api:default/nothing')
})
