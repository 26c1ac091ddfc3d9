import { startCatalog } from '@portico/catalog/testing'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eventually } from '@portico/core/testing'
import { plugins } from '../plugins.ts'
import type { KnownValues } from './fuzz-requests.ts'

export const operator = 'user:default/operator'
export const reader = 'user:default/reader'
/** May do everything too; its sessions are ended and it is blocked in the course of the requests. */
export const leaver = 'user:default/leaver'

const entity = (kind: string, name: string, spec: object, annotations: object = {}) =>
  JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name, annotations }, spec })

const users = ['operator', 'reader', 'leaver'].map(name => entity('User', name, { memberOf: ['shop'] }))
const component = { type: 'service', lifecycle: 'production', owner: 'shop', providesApis: ['shop'] }
const annotations = {
  'backstage.io/techdocs-ref': 'dir:.',
  'backstage.io/kubernetes-id': 'shop',
  'jenkins.io/job-full-name': 'shop/main',
}
const template = {
  apiVersion: 'scaffolder.backstage.io/v1beta3',
  kind: 'Template',
  metadata: { name: 'shop' },
  spec: {
    type: 'service',
    parameters: { properties: { name: { type: 'string' }, count: { type: 'integer' } } },
    steps: [{ id: 'hello', action: 'debug:log', input: { message: 'Hello ${{ parameters.name }}' } }],
  },
}
/** All of one name: whatever kind a request asks for is there. */
const documents = [
  ...users,
  entity('Group', 'shop', { type: 'team', children: [] }),
  entity('Component', 'shop', component, annotations),
  entity('API', 'shop', { type: 'openapi', lifecycle: 'production', owner: 'shop', definition: 'openapi: 3.1.0' }),
  JSON.stringify(template),
]

/** The whole portal: every plugin, permissions, users, a catalog with docs and a template, and a target of the proxy. Only loopback. */
export async function startFuzzedPortal(logTo: { write(line: string): unknown }) {
  const target = createServer((request, response) => request.resume().on('end', () => response.end('{}'))).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
  const roles = { admin: { members: [operator, leaver] } }
  const catalog = await startCatalog(
    { 'catalog-info.yaml': documents.join('\n---\n') },
    {
      plugins: plugins.filter(({ id }) => !['auth', 'integrations', 'catalog'].includes(id)),
      logTo,
      catalog: { providers: { scim: { enabled: true } } },
      config: {
        auth: { providers: { guest: {} } },
        permission: { enabled: true, policy: { roles } },
        proxy: { endpoints: { '/target': targetUrl } },
        events: { http: { topics: ['fuzz'] }, modules: { github: { webhookSecret: 'secret' } } },
        jenkins: { baseUrl: targetUrl, username: 'portal', apiKey: 'key' },
        kubernetes: {
          serviceLocatorMethod: { type: 'multiTenant' },
          clusterLocatorMethods: [
            {
              type: 'config',
              clusters: [{ name: 'main', url: targetUrl, authProvider: 'serviceAccount', serviceAccountToken: 'token' }],
            },
          ],
        },
      },
    },
  )
  const { server } = catalog
  catalog.write('docs/index.md', '# Shop\n\n## Opening hours\n\nAlways.\n')
  catalog.write('docs/more.md', '# More\n')
  await eventually(async () => {
    const { status } = await server.as(operator).fetch('/api/catalog/entities/by-name/template/default/shop')
    if (status !== 200) throw new Error('the catalog has not been read yet')
  })
  return {
    ...catalog,
    known: await knownValues(server),
    async stop() {
      await catalog.stop()
      target.closeAllConnections()
      target.close()
    },
  }
}

type Portal = Awaited<ReturnType<typeof startCatalog>>['server']

async function knownValues(server: Portal): Promise<KnownValues> {
  const asOperator = server.as(operator)
  const post = async (caller: typeof asOperator, path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await (await caller.fetch(path, init)).json()) as { id: string }
  }
  const pushed = await post(server.as({ plugin: 'test' }), '/api/catalog-sources/scim/v2/Users', { userName: 'eve' })
  const task = await post(asOperator, '/api/scaffolder/v2/tasks', { templateRef: 'template:default/shop', values: { name: 'ann' } })
  const page = (await (await asOperator.fetch('/api/catalog/entities/by-query?limit=1&orderField=metadata.uid,asc')).json()) as {
    pageInfo: { nextCursor: string }
  }
  const api = (await (await asOperator.fetch('/api/catalog/entities/by-name/api/default/shop')).json()) as { metadata: { uid: string } }
  return {
    everywhere: {
      kind: ['component'],
      namespace: ['default'],
      name: ['shop'],
      id: ['shop', '1'],
      entityRef: ['component:default/shop', 'user:default/reader', 'group:default/shop'],
      entityRefs: ['component:default/shop', 'api:default/shop', 'component:default/none'],
      user: [leaver],
      uid: [api.metadata.uid],
      cursor: [page.pageInfo.nextCursor],
      query: [{ kind: 'component' }, { $any: [{ kind: 'api' }, { 'spec.type': { $in: ['service'] } }] }],
      filter: ['kind=component', 'kind=api,spec.type=openapi', 'metadata.name'],
      facet: ['kind', 'spec.type', 'relations.ownedBy'],
      facets: ['kind', 'spec.type', 'relations.ownedBy'],
      fields: ['kind', 'metadata.name', 'spec'],
      order: ['asc:metadata.name', 'desc:metadata.name', 'desc'],
      orderField: ['metadata.name,asc', 'metadata.uid,desc'],
      owner: ['group:default/shop'],
      limit: [10, '10'],
      offset: [0, '0'],
      pageLimit: [10],
      pageCursor: [''],
      parts: [10],
      isOutdated: ['true'],
      channels: [[{ id: 'Web', origins: [] }]],
      createdAfter: ['2026-01-02T03:04:05Z'],
      target: ['http://127.0.0.1:1/catalog-info.yaml'],
      type: ['url'],
      taskId: [task.id],
      templateRef: ['template:default/shop'],
      term: ['shop', 'opening hours'],
      permission: ['catalog.entity.read', 'catalog.entity.delete'],
      resourceRef: ['component:default/shop'],
      channel: ['notifications'],
      url: ['http://127.0.0.1:1/template.yaml'],
      location: ['url:http://127.0.0.1:1/catalog-info.yaml'],
      entity: [JSON.parse(entity('Component', 'shop', component))],
      template: [template, JSON.stringify(template)],
    },
    below: {
      '/api/auth': { provider: ['guest'] },
      '/api/builds': { system: ['jenkins'] },
      '/api/catalog-sources': { id: ['scim'], host: ['github.com'] },
      '/api/catalog-sources/scim': {
        type: ['Users', 'Users', 'Groups'],
        id: [pushed.id],
        filter: ['userName eq "ann"'],
        body: [
          { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ann', active: true },
          { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'crew', members: [{ value: '1' }] },
          { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'replace', path: 'active', value: false }] },
        ],
      },
      '/api/devtools': { plugin: ['catalog', 'search'], task: ['index-docs'] },
      '/api/events/http': {
        topic: ['fuzz', 'signals'],
        body: [{ action: 'opened', recipients: { type: 'broadcast' }, channel: 'a', message: 1 }],
      },
      '/api/kubernetes/proxy': { rest: ['api/v1/pods'] },
      '/api/notifications': { orderField: ['created,desc'] },
      '/api/proxy': { rest: ['target', 'target/a'], body: [{ a: 1 }] },
      '/api/scaffolder/v2/autocomplete': { provider: ['github', 'gitlab'], resource: ['repositories'] },
      '/api/scaffolder/v2/templates': { kind: ['template'] },
      '/api/search/types': { type: ['software-catalog', 'techdocs'] },
      '/api/techdocs': { rest: ['', 'more', 'index.md'] },
      '/api/user-settings': { bucket: ['settings'], rest: ['theme'] },
    },
  }
}
