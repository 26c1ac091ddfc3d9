import { buildsApi, type BuildStatus } from '@portico/builds/common'
import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage } from '@portico/core/testing/web'
import { createMemoryStorage } from '@portico/core/web'
import { homeWeb } from '@portico/home/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildsWeb } from '../index.tsx'

const entity = (name: string) => ({ apiVersion: 'backstage.io/v1alpha1', kind: 'Component', metadata: { name, namespace: 'default' } })
const summary = (name: string, branch: string | undefined, ...statuses: BuildStatus[]) => ({
  entityRef: `component:default/${name}`,
  system: 'github',
  ...(branch !== undefined && { branch }),
  builds: statuses.map((status, at) => ({ id: String(at), number: String(9 - at), status, stoppedAt: '2026-01-01T00:00:00.000Z' })),
})

test('owned entities whose last build has failed are open work; builds that say nothing are passed over', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/home/layout', JSON.stringify({ version: 1, widgets: [{ widget: 'home/attention' }] }))
  const names = ['shop', 'lamp', 'till', 'none']
  const { screen, requests } = renderPage({
    plugins: [homeWeb, catalogWeb, buildsWeb],
    storage,
    answers: [
      answer(catalogApi.listHealthProblems, { items: [], totalItems: 0, counts: { total: 0, types: {} } }),
      answer(catalogApi.queryEntitiesByPredicate, { items: names.map(entity), totalItems: 4, pageInfo: {} }),
      answer(buildsApi.listSummaries, {
        items: [
          summary('shop', 'main', 'running', 'canceled', 'failed', 'success'),
          summary('lamp', 'main', 'success', 'failed'),
          summary('till', undefined, 'timedout'),
          summary('none', 'main'),
        ],
      }),
    ],
  })
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  const rows = await widget.findAllByRole('listitem')
  expect(rows.map(row => row.textContent)).toEqual([
    expect.stringContaining('shopBuild 7 of main failed'),
    expect.stringContaining('tillBuild 9 failed'),
  ])
  expect(widget.getByRole('link', { name: 'shop' }).getAttribute('href')).toBe('/catalog/default/component/shop/ci-cd')
  const asked = requests.find(({ path }) => path.endsWith('/summaries'))?.body
  expect(asked).toEqual({ entityRefs: names.map(name => `component:default/${name}`), count: 5 })
})
