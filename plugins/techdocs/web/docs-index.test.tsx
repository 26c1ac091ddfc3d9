import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { AppError, unavailableError } from '@portico/core/common'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { techdocsApi } from '@portico/techdocs/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { techdocsWeb } from './index.tsx'

const entityOf = (name: string, description: string): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name, namespace: 'default', description, annotations: { 'backstage.io/techdocs-ref': 'dir:.' } },
  spec: { type: 'service' },
  relations: [{ type: 'ownedBy', targetRef: 'group:default/money' }],
})
const all = [entityOf('ledger', 'Books every cent'), entityOf('pay', 'Takes money')]

interface Asked {
  readonly query: object
  readonly fullTextFilter?: { readonly term: string }
}

interface Dependencies {
  readonly items?: readonly Entity[] | AppError
  readonly starred?: readonly string[]
  readonly reports?: readonly object[] | AppError
}

function open(path: string, { items = all, starred = [], reports = [] }: Dependencies = {}) {
  const storage = createMemoryStorage()
  if (starred.length > 0) storage.setItem('/starredEntities/entityRefs', JSON.stringify(starred))
  const find = ({ body }: AnsweredRequest) => {
    if (items instanceof AppError) return items
    const { fullTextFilter } = body as Asked
    const found = items.filter(({ metadata }) => metadata.name.includes(fullTextFilter?.term ?? ''))
    return { items: [...found], totalItems: found.length, pageInfo: {} }
  }
  const opened = renderPage({
    plugins: [catalogWeb, techdocsWeb],
    path,
    storage,
    answers: [
      answer(catalogApi.queryEntitiesByPredicate, find),
      answer(techdocsApi.listReports, reports instanceof AppError ? reports : { items: [...reports] as never }),
    ],
  })
  const asked = () => opened.requests.filter(request => request.path === '/entities/by-query').map(({ body }) => body as Asked)
  return { ...opened, asked }
}

test('docs are listed as a table with owner and kind, or as cards with what they are about', async () => {
  const { screen, user } = open('/docs')
  const table = await screen.findByRole('table', { name: 'Documentation' })
  expect((await within(table).findByRole('link', { name: /ledger/ })).getAttribute('href')).toBe('/docs/default/component/ledger')
  expect(within(table).getAllByRole('link', { name: 'money' })).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: 'Cards' }))
  expect(await screen.findByText('Books every cent')).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: /pay/ })).toBeDefined()
})

test('words are looked for by the server and stand in the address; nothing found says so', async () => {
  const { screen, user, asked, router } = open('/docs')
  await screen.findByRole('link', { name: /ledger/ })
  await user.type(screen.getByRole('searchbox', { name: 'Filter docs' }), 'pay')
  await eventually(() => expect(screen.queryByRole('link', { name: /ledger/ })).toBeNull())
  expect(asked().at(-1)?.fullTextFilter?.term).toBe('pay')
  expect(router.state.location.search).toBe('?q=pay')
  await user.type(screen.getByRole('searchbox', { name: 'Filter docs' }), 'x')
  expect(await screen.findByText('Nothing found for "payx"')).toBeDefined()
})

test('starred docs are asked for by name, and nobody asks where nothing is starred', async () => {
  const none = open('/docs?list=starred')
  expect(await none.screen.findByText('Nothing that you have starred has docs')).toBeDefined()
  expect(none.asked()).toEqual([])
  const one = open('/docs?list=starred', { items: all.slice(1), starred: ['component:default/pay'] })
  expect(await one.screen.findByRole('link', { name: /pay/ })).toBeDefined()
  const pay = { kind: 'component', 'metadata.namespace': 'default', 'metadata.name': 'pay' }
  expect(one.asked()[0]?.query).toMatchObject({ $all: [expect.anything(), { $any: [pay] }] })
})

test('owned docs are those of the user and of the groups of the user; a portal without docs says how to have some', async () => {
  const { screen, asked } = open('/docs?list=owned', { items: [] })
  expect(await screen.findByText('Nothing that you own has docs')).toBeDefined()
  expect(JSON.stringify(asked()[0]?.query)).toContain('{"relations.ownedBy":{"$in":["user:default/jane"]}}')
  expect(screen.getByText(/backstage\.io\/techdocs-ref/)).toBeDefined()
})

test('docs that cannot be listed say so, with another try', async () => {
  const { screen } = open('/docs', { items: new AppError('Error', 'broken') })
  expect(await screen.findByText('Could not load documentation')).toBeDefined()
  expect(screen.getByRole('button', { name: /again|retry/i })).toBeDefined()
})

test('docs that need attention are listed with what is wrong, of the list that is chosen', async () => {
  const facts = { checkedAt: '2026-01-01T00:00:00.000Z', pages: 1, unsupported: 0 }
  const reports = [
    { ...facts, entityRef: 'component:default/ledger', brokenLinks: 2, reasons: ['broken', 'stale'] },
    { ...facts, entityRef: 'component:default/pay', error: 'mkdocs.yml is not YAML', reasons: ['error'] },
  ]
  const rows = async ({ screen }: ReturnType<typeof open>) => {
    const card = within(await screen.findByRole('region', { name: 'Docs that need attention' }))
    return card.getAllByRole('listitem').map(row => row.textContent)
  }
  expect(await rows(open('/docs', { reports }))).toEqual([
    expect.stringContaining('Broken links: 2, Not changed for long'),
    expect.stringContaining('Cannot be readmkdocs.yml is not YAML'),
  ])
  const starred = open('/docs?list=starred', { reports, starred: ['component:default/pay'] })
  expect(await rows(starred)).toEqual([expect.stringContaining('mkdocs.yml is not YAML')])
  const failing = open('/docs', { reports: unavailableError('away') })
  expect((await failing.screen.findByRole('alert')).textContent).toContain('Could not find out which docs need attention')
})
