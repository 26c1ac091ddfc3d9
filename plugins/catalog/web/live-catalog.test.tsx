import { catalogApi } from '@portico/catalog/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createObservable, defineApi, signalsApiRef, type SignalListener, type SignalState } from '@portico/core/web'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogAnswers, entityOf } from './testing/fake-catalog.ts'
import { catalogWeb } from './index.tsx'
// Loaded here, so that no test waits for its code.
import './views/CatalogIndexPage.tsx'
import './views/EntityPage.tsx'
import './views/HealthPage.tsx'

// Each page looks again at another moment.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

/** Signals that the test sends. */
function createSignals() {
  const listeners = new Set<SignalListener>()
  const api = {
    state: createObservable<SignalState>('open'),
    subscribe(channel: string, listener: SignalListener) {
      if (channel === 'catalog') listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    apis: [defineApi({ api: signalsApiRef, create: () => api })],
    changed: (...kinds: string[]) => act(() => listeners.forEach(({ onMessage }) => onMessage({ kinds }))),
  }
}

const component = (name: string) => entityOf('Component', name, { spec: { type: 'service' } })

test('a list whose rows have changed says so, and shows the others when it is asked to', async () => {
  const signals = createSignals()
  let entities = [component('billing'), entityOf('API', 'orders')]
  // The answers are made anew for each request, from what is there at that moment.
  const answers = catalogAnswers([]).map(({ route }, index): RouteAnswer => ({
    route,
    answer: asked => catalogAnswers(entities)[index]!.answer(asked),
  }))
  const { screen, user, requests } = renderPage({ plugins: [catalogWeb], path: '/catalog', answers, apis: signals.apis })
  expect(await screen.findByRole('table', { name: 'All components (1)' })).toBeTruthy()
  const rows = () => requests.filter(({ url }) => url.includes('orderField=') && url.includes('limit=20')).length
  const before = rows()
  signals.changed('api')
  signals.changed('component')
  await expect.poll(rows).toBe(before + 1)
  expect(screen.queryByText('This list has changed.')).toBeNull()

  entities = [...entities, component('worker')]
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
  signals.changed('component')
  expect(await screen.findByText('This list has changed.')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'All components (1)' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('table', { name: 'All components (2)' })).toBeTruthy()
  expect(screen.queryByText('This list has changed.')).toBeNull()
})

test('an open entity follows its changes, and is not asked for again without one', async () => {
  const signals = createSignals()
  let title = 'Billing'
  const { screen, requests } = renderPage({
    plugins: [catalogWeb],
    path: '/catalog/default/component/billing',
    apis: signals.apis,
    answers: [answer(catalogApi.getEntityByName, () => entityOf('Component', 'billing', { title })), ...catalogAnswers([])],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Billing' })).toBeTruthy()
  const reads = () => requests.filter(({ path }) => /^\/entities\/by-name\/component\/default\/billing(\?|$)/.test(path)).length
  const before = reads()
  title = 'Invoices'
  signals.changed('group')
  signals.changed('component')
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoices' })).toBeTruthy()
  expect(reads()).toBe(before + 1)
})

test('catalog health and its number in the navigation follow changes of any kind', async () => {
  const signals = createSignals()
  let total = 0
  const { screen } = renderPage({
    plugins: [catalogWeb],
    path: '/catalog-health',
    apis: signals.apis,
    answers: [
      answer(catalogApi.listHealthProblems, () => ({ items: [], totalItems: total, counts: { total, types: {} } })),
      answer(catalogApi.countHealthProblems, () => ({ total, types: {} })),
    ],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Catalog health (0)' })).toBeTruthy()
  total = 3
  signals.changed('location')
  expect(await screen.findByRole('heading', { level: 1, name: 'Catalog health (3)' })).toBeTruthy()
  await expect.poll(() => screen.getAllByTitle('Catalog health').map(({ textContent }) => textContent)).toContain('Catalog health3')
})
