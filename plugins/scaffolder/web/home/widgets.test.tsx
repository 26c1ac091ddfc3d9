import { integrationsWeb } from '@portico/integrations/web'
import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { unavailableError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { homeWeb } from '@portico/home/web'
import { scaffolderApi, type Task } from '@portico/scaffolder/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scaffolderWeb } from '../index.tsx'

function runOf(id: string, entityRef: string | undefined, title?: string): Task {
  const templateInfo =
    entityRef === undefined ? {} : { templateInfo: { entityRef, entity: { metadata: { ...(title !== undefined && { title }) } } } }
  return {
    id,
    status: 'completed',
    createdAt: '2026-01-01T00:00:00.000Z',
    spec: { apiVersion: 'x', steps: [], output: {}, parameters: {}, ...templateInfo },
  }
}

function open(widget: string, answers: readonly RouteAnswer[]) {
  const storage = createMemoryStorage()
  storage.setItem('/home/layout', JSON.stringify({ version: 1, widgets: [{ widget }] }))
  return renderPage({ plugins: [homeWeb, catalogWeb, integrationsWeb, scaffolderWeb], storage, answers })
}

test('the templates that the user has run are listed once each, the last one first, and lead to their forms', async () => {
  const tasks = [
    runOf('4', 'template:shop/web', '<b>Web</b> page'),
    runOf('3', 'template:default/service'),
    runOf('2', undefined),
    runOf('1', 'template:shop/web', 'An older title'),
  ]
  const { screen, requests } = open('scaffolder/templates', [answer(scaffolderApi.listTasks, { tasks, totalTasks: 4 })])
  const widget = within(await screen.findByRole('region', { name: 'Templates you use' }))
  const rows = await widget.findAllByRole('listitem')
  expect(rows.map(row => row.textContent)).toEqual(['<b>Web</b> page2 runs', 'service1 runs'])
  expect(widget.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/create/templates/shop/web',
    '/create/templates/default/service',
  ])
  expect(requests.find(({ path }) => path.startsWith('/v2/tasks'))?.path).toContain('createdBy=user%3Adefault%2Fjane')
})

test('who has run no template is led to them, and runs that cannot be read say so', async () => {
  const none = open('scaffolder/templates', [answer(scaffolderApi.listTasks, { tasks: [], totalTasks: 0 })])
  expect((await none.screen.findByRole('link', { name: 'Choose a template' })).getAttribute('href')).toBe('/create')
  const failing = open('scaffolder/templates', [answer(scaffolderApi.listTasks, unavailableError('away'))])
  expect((await failing.screen.findByRole('alert')).textContent).toContain('Your runs could not be read')
})

test('approvals that wait for the user are open work', async () => {
  const waiting = { kind: 'approval' as const, stepId: 'ask', since: '2026-01-01T00:00:00.000Z', reason: 'It costs money' }
  const { screen } = open('home/attention', [
    answer(scaffolderApi.listApprovals, { items: [{ taskId: 't-1', templateRef: 'template:default/service', waiting }] }),
    answer(catalogApi.listHealthProblems, { items: [], totalItems: 0, counts: { total: 0, types: {} } }),
  ])
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  expect((await widget.findByRole('listitem')).textContent).toMatch(/^service.*Waits for your approval: It costs money/)
  expect(widget.getByRole('link').getAttribute('href')).toBe('/create/tasks/t-1')
})

test('owned entities whose repository is behind its template are open work, unless an upgrade is open', async () => {
  const origin = (name: string, more: object = {}) => ({
    id: name,
    templateRef: 'template:default/service',
    title: `acme/${name}`,
    address: `https://git.test/acme/${name}.git`,
    createdAt: '2026-01-01T00:00:00.000Z',
    isOutdated: true,
    changesBehind: 3,
    canUpgrade: true,
    ...more,
  })
  const entity = (name: string) => ({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      name,
      namespace: 'default',
      annotations: { 'backstage.io/managed-by-origin-location': `url:https://git.test/acme/${name}/src/branch/main/catalog-info.yaml` },
    },
  })
  const request = { number: 7, url: 'https://git.test/acme/lamp/pulls/7', conflicts: [] }
  const { screen, requests } = open('home/attention', [
    answer(scaffolderApi.listApprovals, { items: [] }),
    answer(scaffolderApi.listProvenance, {
      items: [origin('shop'), origin('lamp', { request })],
      summary: { total: 2, outdated: 2, running: 0, failed: 0, open: 1 },
    }),
    answer(catalogApi.listHealthProblems, { items: [], totalItems: 0, counts: { total: 0, types: {} } }),
    answer(catalogApi.queryEntitiesByPredicate, { items: [entity('shop')], totalItems: 1, pageInfo: {} }),
  ])
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  expect((await widget.findByRole('listitem')).textContent).toContain('Its template has changed 3 times since')
  expect(widget.getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('/catalog/default/component/shop')
  const asked = requests.find(({ path }) => path.endsWith('/entities/by-query'))?.body as { query: { $all: object[] } }
  expect(asked.query.$all[1]).toEqual({
    $any: [{ 'metadata.annotations.backstage.io/managed-by-origin-location': { $hasPrefix: 'url:https://git.test/acme/shop/' } }],
  })
})
