import { renderPage } from '@portico/core/testing/web'
import { Markdown } from '@portico/ui'
import { expect, test } from 'vitest'
import { defineWebPlugin } from '../index.ts'

const words = 'Read [the runbook](/docs/orders?tab=a), [the dashboard](https://dashboards.example.com) or [nothing](javascript:alert(1)).'
const plugin = defineWebPlugin({
  id: 'texts',
  pages: [
    { path: '/', title: 'Text', load: async () => ({ default: () => <Markdown>{words}</Markdown> }) },
    { path: '/docs/*', title: 'Docs', load: async () => ({ default: () => <h1>Docs</h1> }) },
  ],
})

test('links in a text lead through the router, under the base path; others leave the portal; script links are not followed [UI-36]', async () => {
  const config = { app: { baseUrl: 'http://portal.test/portal' } }
  const { screen, user, router } = renderPage({ plugins: [plugin], config })
  const runbook = await screen.findByRole('link', { name: 'the runbook' })
  expect(runbook.getAttribute('href')).toBe('/portal/docs/orders?tab=a')
  expect(screen.getByRole('link', { name: 'the dashboard' }).getAttribute('target')).toBe('_blank')
  expect(screen.queryByRole('link', { name: 'nothing' })).toBeNull()
  await user.click(runbook)
  expect(await screen.findByRole('heading', { name: 'Docs' })).toBeTruthy()
  expect(router.state.location).toMatchObject({ pathname: '/portal/docs/orders', search: '?tab=a' })
})

test('a text whose link is opened elsewhere stays', async () => {
  const { screen, user, router } = renderPage({ plugins: [plugin] })
  const runbook = await screen.findByRole('link', { name: 'the runbook' })
  await user.keyboard('{Control>}')
  await user.click(runbook)
  expect(router.state.location.pathname).toBe('/')
})
