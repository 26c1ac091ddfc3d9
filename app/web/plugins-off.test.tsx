import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { pages } from '../pages.ts'
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

test('plugins that have only pages are listed with what they need', () => {
  const webOnly = plugins.map(({ id }) => id).filter(id => !existsSync(`plugins/${id}/server`))
  expect(Object.keys(pages).sort()).toEqual(webOnly.sort())
  for (const [id, needs] of Object.entries(pages)) {
    const { dependencies } = JSON.parse(readFileSync(`plugins/${id}/package.json`, 'utf8')) as { dependencies: Record<string, string> }
    for (const needed of needs) expect(dependencies).toHaveProperty(`@portico/${needed}`)
  }
})
