import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { plugins } from './plugins.ts'

/** What the server leaves out too, since it needs it. */
const needy: Readonly<Record<string, readonly string[]>> = { integrations: ['scaffolder'] }

test.for(plugins.map(({ id }) => id))('the page opens without %s, and has none of its pages', async off => {
  const { screen } = renderPage({ plugins, path: '/no-such-page', config: { pluginsOff: [off, ...(needy[off] ?? [])] } })
  const main = await screen.findByRole('main')
  expect(main.textContent).not.toContain('Invalid')
  const paths = plugins.filter(({ id }) => id === off).flatMap(({ pages = [] }) => pages.flatMap(({ nav, path }) => (nav ? [path] : [])))
  const links = screen.queryAllByRole('link').map(link => link.getAttribute('href') ?? '')
  for (const path of paths.filter(each => each !== '/')) expect(links).not.toContain(path.replace(/\/\*$/, ''))
})
