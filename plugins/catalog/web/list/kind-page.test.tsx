import { renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin } from '@portico/core/web'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogWeb } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/KindIndexPage.tsx'
import { toKindPage } from './kind-page.ts'

afterEach(cleanup)

const apis = defineWebPlugin({
  id: 'apis',
  pages: [{ path: '/apis', title: 'APIs', ...toKindPage({ kind: 'api', registerTitle: 'Register existing API' }) }],
})
const entities = [
  entityOf('Component', 'billing', { spec: { type: 'service' } }),
  entityOf('API', 'orders', { spec: { type: 'openapi', lifecycle: 'production' } }),
  entityOf('API', 'events', { spec: { type: 'asyncapi', lifecycle: 'production' } }),
]

function open(path: string, options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  return renderPage({ plugins: [catalogWeb, apis], path, answers: catalogAnswers(entities), ...options })
}

test('a list of one kind has that kind whatever its address says, and offers no other', async () => {
  const { screen, router } = open('/apis?filters[kind]=component&filters[user]=all')
  const table = await screen.findByRole('table', { name: 'All APIs (2)' })
  expect(within(table).getAllByRole('link', { name: /events|orders/ })).toHaveLength(2)
  expect(await screen.findByRole('searchbox', { name: 'Search APIs' })).toBeTruthy()
  expect(screen.queryByRole('radiogroup', { name: 'Kind' })).toBeNull()
  expect(screen.queryByText('Components')).toBeNull()
  expect(screen.queryByText('Create component')).toBeNull()
  expect(router.state.location.pathname).toBe('/apis')
})

test('views of a list of one kind are those of the kind, and one of them opens first there and not in the catalog', async () => {
  const storage = createMemoryStorage()
  const { user, screen } = open('/apis?filters[user]=all&filters[type][]=openapi', { storage })
  await screen.findByRole('table', { name: 'All openapi APIs (1)' })
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Over HTTP')
  await user.click(dialog.getByRole('checkbox', { name: 'Open this view first' }))
  await user.click(dialog.getByRole('button', { name: 'Save view' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  cleanup()

  const again = open('/apis', { storage })
  expect(await again.screen.findByRole('table', { name: 'All openapi APIs (1)' })).toBeTruthy()
  cleanup()
  const catalog = open('/catalog', { storage })
  expect(await catalog.screen.findByRole('table', { name: 'All components (1)' })).toBeTruthy()
})
