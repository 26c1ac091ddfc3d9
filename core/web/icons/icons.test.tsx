import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { defineWebPlugin, NamedIcon } from '../index.ts'
import { createIcons } from './icons.ts'

test('the app’s icons win over those of plugins, and the first plugin’s over later ones', () => {
  const icon = () => () => undefined
  const [app, first, second] = [icon(), icon(), icon()]
  const icons = createIcons([{ a: app }, { a: first, b: first }, { b: second, c: second }, undefined])
  expect([icons.get('a'), icons.get('b'), icons.get('c'), icons.get('d')]).toEqual([app, first, second, undefined])
})

test('an icon is shown by its name: a plugin’s, one of the portal’s, or a question mark', async () => {
  const Page = () => (
    <>
      <span data-testid="own">
        <NamedIcon name="spark" />
      </span>
      <span data-testid="kind">
        <NamedIcon name="kind:component" />
      </span>
      <span data-testid="unknown">
        <NamedIcon name="no such" size={16} />
      </span>
    </>
  )
  const plugin = defineWebPlugin({
    id: 'x',
    pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }],
    icons: { spark: () => <i>spark</i> },
  })
  const { screen } = renderPage({ plugins: [plugin] })
  expect((await screen.findByTestId('own')).textContent).toBe('spark')
  const drawn = async (id: string) => {
    await expect.poll(() => screen.getByTestId(id).querySelector('svg')).toBeTruthy()
    return screen.getByTestId(id).querySelector('svg')?.getAttribute('class')
  }
  expect(await drawn('kind')).toContain('icon-box')
  expect(await drawn('unknown')).toContain('icon-help-circle')
})

test('an entry of the navigation may name its icon', async () => {
  const page = (path: string, icon: string) => ({
    path,
    title: path,
    load: async () => ({ default: () => <h1>Here</h1> }),
    nav: { label: icon, icon },
  })
  const plugin = defineWebPlugin({ id: 'x', pages: [page('/', 'docs'), page('/other', 'no such')] })
  const { screen } = renderPage({ plugins: [plugin] })
  await screen.findByRole('heading', { name: 'Here' })
  const drawn = (name: string) => screen.getAllByRole('link', { name })[0]?.querySelector('svg')?.getAttribute('class')
  expect(drawn('docs')).toContain('icon-book')
  expect(drawn('no such')).toContain('icon-help-circle')
})
