import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { document } from '@portico/catalog/testing'
import { zip } from '../../workspace/zip.ts'
import { mergeValues } from './merge-values.ts'

const write = (path: string, content: string) => ({ action: 'roadiehq:utils:fs:write', input: { path, content } })
const parse = (id: string, path: string, parser?: string) => ({
  id,
  action: 'roadiehq:utils:fs:parse',
  input: { path, ...(parser && { parser }) },
})

let argo: Server
const argoRequests: { url: string | undefined; token: string | undefined; body: unknown }[] = []
let remote: Server
let remoteText = document('Component', 'made')
let scaffolder: TestScaffolder
beforeAll(async () => {
  argo = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      argoRequests.push({
        url: request.url,
        token: request.headers.authorization,
        body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
      })
      response.writeHead(argoRequests.length > 4 ? 500 : 200).end('{}')
    })
  }).listen(0, '127.0.0.1')
  remote = createServer((_, response) => void response.end(remoteText)).listen(0, '127.0.0.1')
  await Promise.all([argo, remote].map(server => server.listening || once(server, 'listening')))
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  const remoteUrl = `http://127.0.0.1:${portOf(remote)}`
  scaffolder = await startScaffolder(
    {
      files: {
        steps: [
          { id: 'fetch', action: 'fetch:template', input: { url: './skeleton', targetPath: 'out', values: { name: 'app' } } },
          { action: 'fetch:plain', input: { url: './skeleton', targetPath: 'plain' } },
          { action: 'fetch:plain:file', input: { url: './skeleton/a.txt', targetPath: 'one.txt' } },
          { action: 'fetch:template:file', input: { url: './skeleton/a.txt', targetPath: 'two.txt', values: { name: 'b' } } },
          { action: 'fetch:template:file', input: { url: './skeleton/a.txt', targetPath: 'two.txt', values: { name: 'not written' } } },
          { action: 'fs:rename', input: { files: [{ from: 'one.txt', to: 'moved/uno.txt' }] } },
          { action: 'fs:delete', input: { files: ['plain/**/*.md', 'plain/.hidden', 'nothing.txt'] } },
          { id: 'list', action: 'fs:readdir', input: { paths: ['.'], recursive: true } },
          parse('one', 'moved/uno.txt'),
          parse('two', 'two.txt'),
          parse('out', 'out/a.txt'),
        ],
        output: {
          files: '${{ steps.list.output.files }}',
          one: '${{ steps.one.output.content }}',
          two: '${{ steps.two.output.content }}',
          out: '${{ steps.out.output.content }}',
        },
      },
      outside: { steps: [{ action: 'fetch:plain', input: { url: '${{ parameters.url }}' } }] },
      hole: { steps: [write('${{ parameters.path }}', 'x')] },
      rename: { steps: [write('a', '1'), write('b', '2'), { action: 'fs:rename', input: { files: [{ from: 'a', to: 'b' }] } }] },
      utilities: {
        steps: [
          write('data.json', '{"a":{"b":1},"l":[1]}'),
          { action: 'roadiehq:utils:merge', input: { path: 'data.json', content: { a: { c: 2 }, l: [2] }, mergeArrays: true } },
          { action: 'roadiehq:utils:json:merge', input: { path: 'data.json', content: '{"x":true}' } },
          parse('json', 'data.json', 'json'),
          write('data.yaml', 'kind: A\nm: 1\n---\nkind: B\n'),
          {
            action: 'roadiehq:utils:merge',
            input: { path: 'data.yaml', content: { m: 2 }, useDocumentIncludingField: { key: 'kind', value: 'B' } },
          },
          parse('yaml', 'data.yaml', 'multiyaml'),
          write('text.txt', 'a.a a'),
          { action: 'roadiehq:utils:fs:append', input: { path: 'text.txt', content: '!' } },
          {
            action: 'roadiehq:utils:fs:replace',
            input: {
              files: [
                { file: 'text.txt', find: 'a.a', replaceWith: '$&' },
                { file: '*.txt', find: '(a)!', replaceWith: 'b', matchRegex: true },
              ],
            },
          },
          parse('text', 'text.txt'),
          { id: 'calc', action: 'roadiehq:utils:jsonata', input: { data: { a: [1, 2] }, expression: '$sum(a)' } },
          { id: 'calcJson', action: 'roadiehq:utils:jsonata:json:transform', input: { path: 'data.json', expression: 'a', as: 'object' } },
          {
            id: 'calcYaml',
            action: 'roadiehq:utils:jsonata:yaml:transform',
            input: { path: 'data.yaml', expression: '$[1]', loadAll: true },
          },
          { id: 'toJson', action: 'roadiehq:utils:serialize:json', input: { data: { a: 1 }, space: 1 } },
          { id: 'toYaml', action: 'roadiehq:utils:serialize:yaml', input: { data: { a: [1] } } },
          { id: 'zip', action: 'roadiehq:utils:zip', input: { path: '.', outputPath: 'all.zip' } },
          { action: 'roadiehq:utils:sleep', input: { amount: 0 } },
        ],
        output: {
          json: '${{ steps.json.output.content }}',
          yaml: '${{ steps.yaml.output.content }}',
          words: '${{ steps.text.output.content }}',
          calc: '${{ steps.calc.output.result }}',
          calcJson: '${{ steps.calcJson.output.result }}',
          calcYaml: '${{ steps.calcYaml.output.result }}',
          toJson: '${{ steps.toJson.output.serialized }}',
          toYaml: '${{ steps.toYaml.output.serialized }}',
          zip: '${{ steps.zip.output.outputPath }}',
        },
      },
      catalog: {
        steps: [
          {
            id: 'write',
            action: 'catalog:write',
            input: { entity: { apiVersion: 'v1', kind: 'Component', metadata: { name: 'x', annotations: { a: 'b' } } } },
          },
          parse('entity', 'catalog-info.yaml', 'yaml'),
          { id: 'one', action: 'catalog:fetch', input: { entityRef: 'catalog', defaultKind: 'template' } },
          { id: 'many', action: 'catalog:fetch', input: { entityRefs: ['template:catalog', 'template:none'], optional: true } },
          { id: 'register', action: 'catalog:register', input: { catalogInfoUrl: `${remoteUrl}/catalog-info.yaml` } },
        ],
        output: {
          entity: '${{ steps.entity.output.content }}',
          one: '${{ steps.one.output.entity.metadata.name }}',
          many: '${{ steps.many.output.entities | length }}',
          ref: '${{ steps.register.output.entityRef }}',
        },
      },
      missing: { steps: [{ action: 'catalog:fetch', input: { entityRef: 'component:none' } }] },
      optional: {
        steps: [{ id: 'register', action: 'catalog:register', input: { repoContentsUrl: `${remoteUrl}/`, optional: true } }],
        output: { url: '${{ steps.register.output.catalogInfoUrl }}' },
      },
      http: {
        steps: [
          { id: 'list', action: 'http:backstage:request', input: { method: 'GET', path: 'scaffolder/v2/actions' } },
          {
            id: 'none',
            action: 'http:backstage:request',
            input: { method: 'get', path: '/api/scaffolder/v2/tasks/none', continueOnBadResponse: true, params: {} },
          },
          {
            id: 'who',
            action: 'http:backstage:request',
            input: { method: 'POST', path: 'catalog/entities/by-refs', body: { entityRefs: [] } },
          },
        ],
        output: { code: '${{ steps.list.output.code }}', none: '${{ steps.none.output.code }}', who: '${{ steps.who.output.body }}' },
      },
      badHttp: { steps: [{ action: 'http:backstage:request', input: { method: 'GET', path: '${{ parameters.path }}' } }] },
      argo: {
        steps: [
          {
            action: 'argocd:create-resources',
            input: {
              appName: 'shop',
              argoInstance: '${{ parameters.instance }}',
              namespace: 'shops',
              repoUrl: 'https://g.test/r.git',
              path: 'deploy',
            },
          },
        ],
      },
      notify: {
        steps: [
          { action: 'notification:send', input: { recipients: 'entity', entityRefs: ['user:default/x'], title: 'Hi', optional: true } },
        ],
      },
    },
    {
      files: {
        'skeleton/a.txt': 'Hello ${{ values.name }}',
        'skeleton/sub/${{ values.name }}.md': 'x',
        'skeleton/.hidden': 'x',
        '../outside.txt': 'outside',
      },
      config: {
        backend: { reading: { allow: [{ host: `127.0.0.1:${portOf(remote)}` }] } },
        scaffolder: { argocd: [{ name: 'main', url: `http://127.0.0.1:${portOf(argo)}/`, token: 'argo-token-1' }] },
      },
    },
  )
})
afterAll(async () => {
  argo.close()
  remote.close()
  await scaffolder.stop()
})

test('files are fetched, rendered, moved, deleted and listed', async () => {
  const { completion } = await scaffolder.run('files')
  const { output } = completion as { output: { files: { fullPath: string }[] } & Record<string, unknown> }
  expect(output.files.map(({ fullPath }) => fullPath).sort()).toEqual([
    'moved/uno.txt',
    'out/.hidden',
    'out/a.txt',
    'out/sub/app.md',
    'plain/a.txt',
    'two.txt',
  ])
  expect(output).toMatchObject({ one: 'Hello ${{ values.name }}', two: 'Hello b', out: 'Hello app' })
})

test('neither a fetch nor a file leads out of the folders of the template and of the workspace', async () => {
  for (const url of [
    '../outside.txt',
    '..',
    '/etc',
    '/',
    'file:///etc',
    'file:/etc',
    '//127.0.0.1/x',
    './../..',
    'http://127.0.0.1:1/x',
    'https://169.254.169.254/latest/meta-data',
  ])
    expect([url, (await scaffolder.run('outside', { url })).task.status]).toEqual([url, 'failed'])
  for (const path of ['../x', '/tmp/x', 'a/../../x'])
    expect((await scaffolder.run('hole', { path })).completion).toMatchObject({
      error: { message: `'${path}' is outside of the workspace` },
    })
})

test('a file that is there already is not overwritten by a rename', async () => {
  expect((await scaffolder.run('rename')).completion).toMatchObject({
    error: { name: 'ConflictError', message: "'b' is there already; set overwrite to replace it" },
  })
})

test('the utility actions merge, parse, replace, compute, serialise and pack', async () => {
  const { completion, task } = await scaffolder.run('utilities')
  expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
  expect(completion?.['output']).toEqual({
    json: { a: { b: 1, c: 2 }, l: [1, 2], x: true },
    yaml: [
      { kind: 'A', m: 1 },
      { kind: 'B', m: 2 },
    ],
    words: '$& b',
    calc: 3,
    calcJson: { b: 1, c: 2 },
    calcYaml: 'kind: B\nm: 2\n',
    toJson: '{\n "a": 1\n}',
    toYaml: 'a:\n  - 1\n',
    zip: 'all.zip',
  })
})

describe('the catalog actions', () => {
  test('write, read and register entities as the user; what was registered can be undone', async () => {
    const { id, completion, task } = await scaffolder.run('catalog')
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(completion?.['output']).toEqual({
      entity: {
        apiVersion: 'v1',
        kind: 'Component',
        metadata: { name: 'x', annotations: { a: 'b', 'backstage.io/source-template': 'template:default/catalog' } },
      },
      one: 'catalog',
      many: 2,
      ref: 'component:default/made',
    })
    const ledger = () => scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: id } })
    expect((await ledger()).entries).toMatchObject([
      {
        stepId: 'register',
        action: 'catalog:register',
        kind: 'location',
        address: expect.stringContaining('catalog-info.yaml'),
        canUndo: true,
      },
    ])
    // Registered a second time, it is a conflict.
    expect((await scaffolder.run('catalog')).completion).toMatchObject({ error: { name: 'ConflictError' } })
    const undone = await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: id }, body: {} })
    expect(undone.entries).toMatchObject([{ canUndo: false, undoneAt: expect.any(String) }])
    const again = await scaffolder.run('catalog')
    expect(again.task.status).toBe('completed')
    await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: again.id }, body: {} })
    expect(await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: again.id }, body: {} })).toMatchObject({
      entries: [{ canUndo: false }],
    })
  })
  test('fail for an entity that is missing, and only warn where a registration is optional', async () => {
    expect((await scaffolder.run('missing')).completion).toMatchObject({
      error: { name: 'NotFoundError', message: "There is no entity 'component:default/none'" },
    })
    remoteText = 'not an entity: ['
    const { task, completion } = await scaffolder.run('optional')
    expect([task.status, completion?.['output']]).toEqual(['completed', { url: expect.stringMatching(/\/catalog-info\.yaml$/) }])
  })
})

test('requests to plugins are made as the user, and a bad answer fails unless it may be one', async () => {
  const { completion } = await scaffolder.run('http')
  expect(completion?.['output']).toEqual({ code: 200, none: 404, who: { items: [] } })
  for (const path of ['https://example.com/x', '//evil.test/x', '../x', 'catalog/../../x', 'catalog/%2e%2e/x', ''])
    expect([path, (await scaffolder.run('badHttp', { path })).completion]).toEqual([
      path,
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringMatching(/is not a path of a plugin|Too small|not valid/) }),
      }),
    ])
  expect((await scaffolder.run('badHttp', { path: 'scaffolder/v2/tasks/none' })).completion).toMatchObject({
    error: { message: expect.stringContaining('was answered with 404') },
  })
})

test('Argo CD gets a project and an application with the token of its instance, which nobody sees', async () => {
  expect((await scaffolder.run('argo', { instance: 'other' })).completion).toMatchObject({
    error: { message: "Config has no Argo CD instance 'other'; it has main" },
  })
  const { id, task, events } = await scaffolder.run('argo', { instance: 'main' })
  expect(task.status).toBe('completed')
  expect(argoRequests.map(({ url, token }) => [url, token])).toEqual([
    ['/api/v1/projects?upsert=true', 'Bearer argo-token-1'],
    ['/api/v1/applications?upsert=true', 'Bearer argo-token-1'],
  ])
  expect(argoRequests[1]?.body).toMatchObject({ metadata: { name: 'shop' }, spec: { project: 'shop', source: { path: 'deploy' } } })
  expect(JSON.stringify(events)).not.toContain('argo-token-1')
  const { entries } = await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: id }, body: {} })
  expect(entries.map(({ undoneAt }) => undoneAt)).toEqual([expect.any(String), expect.any(String)])
  expect(argoRequests.slice(2).map(({ url }) => url)).toEqual(['/api/v1/applications/shop', '/api/v1/projects/shop'])
  expect((await scaffolder.run('argo', { instance: 'main' })).completion).toMatchObject({
    error: { message: expect.stringContaining('with 500') },
  })
})

test('a notification that cannot be sent only warns where it is optional', async () => {
  const { task, messages } = await scaffolder.run('notify')
  expect(task.status).toBe('completed')
  expect(messages).toContain('Warning: The notification was answered with 404')
})

test('values are merged key by key, and never into prototypes', () => {
  expect(mergeValues({ a: { b: 1 }, l: [1] }, { a: { c: 2 }, l: [2] }, { mergeArrays: false })).toEqual({ a: { b: 1, c: 2 }, l: [2] })
  mergeValues({}, JSON.parse('{"__proto__":{"polluted":true}}'), { mergeArrays: false })
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('a zip file holds what was packed', () => {
  const bytes = zip([{ name: 'ä.txt', bytes: Buffer.from('hello '.repeat(50)) }])
  const nameLength = bytes.readUInt16LE(26)
  const packed = bytes.subarray(30 + nameLength, 30 + nameLength + bytes.readUInt32LE(18))
  expect([bytes.subarray(30, 30 + nameLength).toString(), inflateRawSync(packed).toString()]).toEqual(['ä.txt', 'hello '.repeat(50)])
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(1)
})
