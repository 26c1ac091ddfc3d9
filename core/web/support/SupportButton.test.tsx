import { renderPage } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineWebPlugin, ErrorPage, SupportButton } from '../index.ts'

const Page = () => (
  <>
    <h1>Page</h1>
    <SupportButton />
    <ErrorPage statusMessage="No" />
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
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Support' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Support' }))
  await popover.findByText('Chat')
  const items = popover.getAllByRole('listitem').filter(item => within(item).queryByRole('list'))
  const shown = items.map(item => ({
    title: within(item).getByRole('paragraph').textContent,
    icon: item.querySelector('svg')?.getAttribute('class'),
    links: within(item)
      .queryAllByRole('link')
      .map(link => [link.getAttribute('href'), link.firstChild?.textContent]),
  }))
  const lifebuoy = expect.stringContaining('tabler-icon-lifebuoy')
  expect(shown).toEqual([
    {
      title: 'Chat',
      icon: expect.stringContaining('tabler-icon-message'),
      links: [
        ['https://chat.test', '#portal'],
        ['https://chat.test/2', 'https://chat.test/2'],
      ],
    },
    { title: 'Docs', icon: lifebuoy, links: [['https://docs.test', 'Handbook']] },
    { title: 'No links', icon: lifebuoy, links: [] },
  ])
  expect(screen.getByRole('link', { name: /^Contact support/ }).getAttribute('href')).toBe('https://help.test')
})

test('a section without items lists how to configure it [UI-20]', async () => {
  const { screen, user } = open({ url: 'https://help.test' })
  await user.click(await screen.findByRole('button', { name: 'Support' }))
  expect(await screen.findByText('Support Not Configured')).toBeTruthy()
  expect(screen.getByRole('link', { name: /configuration/ }).getAttribute('href')).toMatch(/^https:.*conf/)
})
