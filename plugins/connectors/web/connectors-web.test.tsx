import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { connectorsApi, type ConnectorViews, type ViewFact } from '@portico/connectors/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { searchApi } from '@portico/search/common'
import { searchWeb } from '@portico/search/web'
import { expect, test } from 'vitest'
import { connectorsWeb } from './index.tsx'
import { listedFacts } from './lists/load-facts.ts'

const at = '2026-11-19T08:00:00.000Z'
const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'orders', annotations: { 'argocd/app-name': 'orders' } },
  spec: { type: 'service', lifecycle: 'production', owner: 'group:default/shop' },
}

function fact(name: string, given: Partial<ViewFact> & Pick<ViewFact, 'type'>, value?: unknown): ViewFact {
  const known = value === undefined ? {} : { value: { value: value as never, at, checkedAt: at, stale: false } }
  return { name: `argocd.${name}`, source: 'argocd', title: name, indexed: true, history: true, ...known, ...given }
}

const argocd: ConnectorViews = {
  connector: 'argocd',
  title: 'Argo CD',
  state: 'ok',
  checkedAt: at,
  facts: [
    fact('sync', { type: 'state', tone: 'warning' }, 'OutOfSync'),
    fact('age', { type: 'number', unit: 's' }, 7200),
    fact('apps', { type: 'list', columns: [{ name: 'name', title: 'Name', type: 'link', href: 'url' }] }, [
      { name: 'orders-eu', url: 'https://argocd.example.com/eu' },
      { name: 'evil', url: 'javascript:alert(1)' },
    ]),
  ],
  views: [
    { id: 'state', type: 'state', title: 'Sync', fact: 'argocd.sync' },
    {
      id: 'card',
      type: 'card',
      title: 'Argo CD',
      sections: [
        { type: 'facts', facts: ['argocd.sync', 'argocd.age'] },
        { type: 'table', fact: 'argocd.apps' },
      ],
    },
  ],
  actions: [
    {
      name: 'sync',
      title: 'Sync',
      confirm: 'Sync orders?',
      isAllowed: true,
      form: {
        type: 'object',
        required: ['reason'],
        properties: { reason: { type: 'string', title: 'Reason' }, prune: { type: 'boolean', title: 'Prune' } },
      },
    },
  ],
}

const config = {
  connectorsPage: { annotations: [{ key: 'argocd/app-name' }], columns: [], widgets: [{ id: 'w', connector: 'argocd', title: 'Argo CD' }] },
}

function open(path: string, items: readonly ConnectorViews[], more: readonly RouteAnswer[] = [], given: Entity = entity) {
  return renderPage({
    plugins: [catalogWeb, connectorsWeb],
    path,
    config,
    answers: [...more, answer(connectorsApi.getEntityViews, { items: [...items] }), answer(catalogApi.getEntityByName, given)],
  })
}

const page = '/catalog/default/component/orders'

test('a search result of an entity shows its states, the worst first', async () => {
  const states = ['sync', 'health'].map(name => ({
    connector: 'argocd',
    title: 'Argo CD',
    fact: { ...fact(name, { type: 'state' }), states: { OutOfSync: 'error', Healthy: 'ok' } },
  }))
  const values = Object.entries({ sync: 'OutOfSync', health: 'Healthy' }).map(([name, value]) => ({
    entityRef: 'component:default/orders',
    name: `argocd.${name}`,
    value,
    at,
    checkedAt: at,
    stale: false,
  }))
  const document = { title: 'Orders', text: '', location: page, kind: 'Component', namespace: 'default', name: 'orders' }
  const { screen } = renderPage({
    plugins: [catalogWeb, searchWeb, connectorsWeb],
    path: '/search?query=orders',
    config: { connectorsPage: { ...config.connectorsPage, states } },
    answers: [
      answer(searchApi.query, { results: [{ type: 'software-catalog', rank: 1, document }], numberOfResults: 1 }),
      answer(connectorsApi.queryFacts, { items: values.toReversed() }),
    ],
  })
  expect((await screen.findAllByText(/^Argo CD /)).map(each => each.textContent)).toEqual(['Argo CD Out of sync', 'Argo CD Healthy'])
})

test('an entity with an annotation of a tool has its card, its state beside the title, and a tab', async () => {
  const { screen } = open(page, [argocd])
  const card = await screen.findByRole('region', { name: 'Argo CD' })
  expect(card.textContent).toContain('2h')
  expect(screen.getByRole('link', { name: /^orders-eu/ }).getAttribute('href')).toBe('https://argocd.example.com/eu')
  expect(screen.queryByRole('link', { name: /evil/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Argo CD Out of sync' }).getAttribute('href')).toBe(`${page}/tools#tool-argocd`)
  expect(screen.getByRole('link', { name: 'Tools' })).toBeTruthy()
})

test('an entity without any has neither, and nothing is asked', async () => {
  const { annotations: _, ...metadata } = entity.metadata
  const { screen } = open(page, [], [answer(connectorsApi.getEntityViews, () => expect.unreachable())], { ...entity, metadata })
  await screen.findByRole('link', { name: 'History' })
  expect(screen.queryByRole('link', { name: 'Tools' })).toBeNull()
})

test('a tool that fails shows its last values with their age and the reason, and one that was never read shows that', async () => {
  const failing: ConnectorViews = { ...argocd, state: 'failing', error: { code: 'http', message: 'argocd answered 503', since: at } }
  const { checkedAt: _, ...unread } = argocd
  const jira: ConnectorViews = { ...unread, connector: 'jira', title: 'Jira', state: 'waiting', facts: [], actions: [] }
  const { screen } = open(`${page}/tools`, [failing, jira])
  const note = await screen.findByRole('note', { name: /^Argo CD could not be read \(since / })
  expect(note.textContent).toMatch(/argocd answered 503\. These are the last values, read /)
  expect(screen.getByRole('region', { name: 'Argo CD' }).textContent).toContain('Out of sync')
  expect(screen.getByRole('region', { name: 'Jira' }).textContent).toContain('Not read yet')
})

test('an action asks with its form, says what is missing and why the tool refused, and then what it answered', async () => {
  const bodies: unknown[] = []
  const run = answer(connectorsApi.runAction, ({ body }) => {
    bodies.push(body)
    return bodies.length === 1 ? new AppError('ConflictError', 'Another sync is running') : { message: 'Sync started' }
  })
  const { screen, user } = open(`${page}/tools`, [argocd], [run])
  await user.click(await screen.findByRole('button', { name: 'Sync' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sync orders?' })
  const confirm = () => user.click(screen.getAllByRole('button', { name: 'Sync' }).findLast(button => dialog.contains(button))!)
  await screen.findByRole('textbox', { name: 'Reason' })
  await confirm()
  expect(await screen.findByText('Fill in Reason')).toBeTruthy()
  expect(bodies).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'drift')
  await confirm()
  expect(await screen.findByText('Another sync is running')).toBeTruthy()
  await confirm()
  expect(await screen.findByText('Sync: Sync started')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ entityRef: 'component:default/orders', input: { reason: 'drift', prune: false } })
})

test('the facts that the cells of a list want at once are one request', async () => {
  const bodies: unknown[] = []
  async function call(_route: unknown, { body }: { readonly body: unknown }) {
    bodies.push(body)
    return { items: [{ entityRef: 'component:default/b', name: 'argocd.sync', value: 'Synced', at, checkedAt: at, stale: false }] }
  }
  const client = { call } as never
  const wanted = [
    ['component:default/a', 'argocd.sync'],
    ['component:default/b', 'argocd.sync'],
    ['component:default/b', 'argocd.health'],
  ] as const
  const found = await Promise.all(wanted.map(([ref, name]) => listedFacts({ client }, `${ref} ${name}`)))
  expect(found.map(each => each?.value)).toEqual([undefined, 'Synced', undefined])
  expect(bodies).toEqual([{ entityRefs: ['component:default/a', 'component:default/b'], names: ['argocd.sync', 'argocd.health'] }])
})

test('states read as words, or as their label; what is no word stays', async () => {
  const words = ['OutOfSync', 'SUCCEEDED', 'in_progress', 'NOT_STARTED', 'ok', 'P1', 'APIError', 'No Data', 'v1.2-rc', 'EB']
  const states = fact('runs', { type: 'list', columns: [{ name: 'state', title: 'State', type: 'state', labels: { EB: 'Error budget' } }] })
  const value = { value: words.map(state => ({ state })), at, checkedAt: at, stale: false }
  const sections = [{ type: 'table' as const, fact: 'argocd.runs', rows: 20 }]
  const { screen } = open(page, [
    { ...argocd, facts: [{ ...states, value }], views: [{ id: 'card', type: 'card', title: 'Argo CD', sections }] },
  ])
  const { children } = await screen.findByRole('list', { name: 'runs' })
  expect([...children].map(row => row.textContent)).toEqual([
    'Out of sync',
    'Succeeded',
    'In progress',
    'Not started',
    'OK',
    'P1',
    'API error',
    'No data',
    'v1.2-rc',
    'Error budget',
  ])
})
