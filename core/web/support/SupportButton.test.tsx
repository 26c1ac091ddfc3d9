import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { defineWebPlugin, SupportButton } from '../index.ts'

const Page = () => (
  <>
    <h1>Page</h1>
    <SupportButton />
  </>
)
const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'X', load: async () => ({ default: Page }) }] })
const open = (support: unknown) =>
  renderPage({
    plugins: [plugin],
    config: { app: { title: 'T', baseUrl: 'http://portal.test', ...(support !== undefined && { support }) } },
  })

test('without an app.support section there is no support button [UI-03]', async () => {
  const { screen } = open(undefined)
  await screen.findByRole('heading', { name: 'Page' })
  expect(screen.queryByRole('button', { name: 'Support' })).toBeNull()
})

test('the button opens a popover with every configured item and link [UI-03] [UI-04] [UI-19]', async () => {
  const { screen, user } = open({
    url: 'https://help.test',
    items: [
      { title: 'Chat', icon: 'chat', links: [{ url: 'https://chat.test', title: '#portal' }, { url: 'https://chat.test/2' }] },
      { title: 'Docs', links: [{ url: 'https://docs.test', title: 'Handbook' }] },
      { title: 'No links' },
      'nonsense',
      { links: [] },
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Support' }))
  expect(await screen.findByText('Chat')).toBeTruthy()
  for (const words of ['Docs', 'No links']) expect(screen.getByText(words)).toBeTruthy()
  const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['https://chat.test', 'https://chat.test/2', 'https://docs.test']))
  expect(screen.getByRole('link', { name: /#portal/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /https:\/\/chat\.test\/2/ })).toBeTruthy()
})

test('a section without items lists how to configure it [UI-20]', async () => {
  const { screen, user } = open({ url: 'https://help.test' })
  await user.click(await screen.findByRole('button', { name: 'Support' }))
  expect(await screen.findByText('Support Not Configured')).toBeTruthy()
  expect(screen.getByRole('link', { name: /configuration/ }).getAttribute('href')).toMatch(/^https:.*conf/)
})
