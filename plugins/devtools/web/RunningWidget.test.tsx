import { answer, renderPage } from '@portico/core/testing/web'
import { unavailableError } from '@portico/core/common'
import { devtoolsApi, type System } from '@portico/devtools/common'
import { homeWeb } from '@portico/home/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { devtoolsWeb } from './index.tsx'

const system: System = {
  version: '1.2.3',
  instanceId: 'abc',
  startedAt: new Date().toISOString(),
  plugins: [{ id: 'auth', state: 'started', uses: [], provides: [], setupMs: 1 }],
  waitingPlugins: [],
  switchablePlugins: [],
  revertiblePlugins: [],
  configWarnings: [],
  configChanges: { inForce: [], needsRestart: [] },
}
const plugins = [homeWeb, devtoolsWeb]

test('the home page says what runs, and leads to the system page', async () => {
  const { screen, user, router } = renderPage({
    plugins,
    answers: [answer(devtoolsApi.getSystem, system), answer(devtoolsApi.listTasks, { items: [] })],
  })
  const widget = within(await screen.findByRole('region', { name: 'What runs here' }))
  expect(await widget.findByText('All plugins are running')).toBeTruthy()
  await user.click(widget.getByRole('link', { name: 'Open the system page' }))
  await screen.findByRole('heading', { level: 1, name: 'System' })
  expect(router.state.location.pathname).toBe('/system')
})

test('a plugin that failed is not hidden', async () => {
  const failed: System = { ...system, plugins: [...system.plugins, { id: 'catalog', state: 'failed', uses: [], provides: [], setupMs: 1 }] }
  const { screen } = renderPage({ plugins, answers: [answer(devtoolsApi.getSystem, failed)] })
  expect(await screen.findByText('Not everything is running')).toBeTruthy()
})

test('when the state of the server cannot be read, the other widgets stay', async () => {
  const { screen } = renderPage({ plugins, answers: [answer(devtoolsApi.getSystem, unavailableError('away'))] })
  expect((await screen.findByRole('alert')).textContent).toContain('Could not find out whether the plugins are running')
  expect(screen.getByRole('region', { name: 'Quick Start' })).toBeTruthy()
})
