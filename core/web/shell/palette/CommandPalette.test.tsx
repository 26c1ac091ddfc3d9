import { answer, renderPage } from '@portico/core/testing/web'
import { defineContract, get } from '@portico/core/common'
import { fireEvent, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { commandPalette, createMemoryStorage, defineWebPlugin, matchCommands, usePageCommands, type CommandSource } from '../../index.ts'

const petsApi = defineContract('pets', {
  findPets: get('/pets', { access: 'signed-in', query: z.object({ name: z.string() }), reply: z.array(z.string()) }),
})
const pets: CommandSource = {
  title: 'Pets',
  minLength: 2,
  search: async (query, { client, identity }) => {
    const found = await client.call(petsApi.findPets, { query: { name: query } })
    return found.map(name => ({ id: `pet:${name}`, title: name, subtitle: `for ${identity.userEntityRef}`, to: `/pets/${name}` }))
  },
}
const broken: CommandSource = { title: 'Broken things', minLength: 2, search: () => Promise.reject(new Error('away')) }

const page = (path: string, words: string, label?: string) => ({
  path,
  title: words,
  load: async () => ({ default: () => <h1>{words}</h1> }),
  ...(label !== undefined && { nav: { label, icon: <i /> } }),
})
const petsWeb = defineWebPlugin({
  id: 'pets',
  pages: [page('/', 'Start page', 'Start'), page('/catalog', 'Catalog page', 'Catalog'), page('/pets/:name', 'Pet page')],
  fills: [commandPalette.fill({ name: 'pets', ...pets }), commandPalette.fill({ name: 'broken', ...broken })],
})

async function open() {
  const opened = renderPage({
    plugins: [petsWeb],
    answers: [answer(petsApi.findPets, ({ path }) => (path.includes('rex') ? ['rex', 'rexa'] : []))],
  })
  await opened.screen.findByRole('heading', { name: 'Start page' })
  await opened.user.keyboard('{Control>}k{/Control}')
  const input = await opened.screen.findByRole('combobox')
  const options = () => opened.screen.queryAllByRole('option').map(option => option.textContent)
  const chosen = () => opened.screen.getAllByRole('option').find(option => option.getAttribute('aria-selected') === 'true')
  return { ...opened, input, options, chosen }
}

test('Ctrl-K opens it on the pages, typing narrows, Enter goes there', async () => {
  const { screen, user, input, options, router } = await open()
  expect(document.activeElement).toBe(input)
  expect(options()).toEqual(['Start', 'Catalog', 'Keyboard shortcuts'])
  await user.keyboard('cat{Enter}')
  expect(await screen.findByRole('heading', { name: 'Catalog page' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/catalog')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('arrows move through what was found, round the ends, and the input says which is chosen', async () => {
  const { user, input, chosen } = await open()
  expect(chosen()?.textContent).toBe('Start')
  await user.keyboard('{ArrowDown}')
  expect(chosen()?.textContent).toBe('Catalog')
  expect(input.getAttribute('aria-activedescendant')).toBe(chosen()?.id)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen()?.textContent).toBe('Keyboard shortcuts')
})

test('plugins add to it, with the server’s answers; one that fails says so and the others stay', async () => {
  const { screen, user, requests, options } = await open()
  await user.keyboard('r')
  expect(requests.some(request => request.path.startsWith('/pets'))).toBe(false)
  await user.keyboard('ex')
  await waitFor(() => expect(options()).toEqual(['rexfor user:default/jane', 'rexafor user:default/jane']))
  expect(screen.getByText('Broken things could not be searched')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Pets' })).toBeTruthy()
  await user.click(screen.getByRole('option', { name: /^rexa/ }))
  expect(await screen.findByRole('heading', { name: 'Pet page' })).toBeTruthy()
})

test('a key that comes alone is searched for at once, and those that follow quickly together', async () => {
  const searched: string[] = []
  const words: CommandSource = { title: 'Words', search: async query => (searched.push(query), [{ id: query, title: query, run() {} }]) }
  const { screen, user } = renderPage({
    plugins: [defineWebPlugin({ ...petsWeb, fills: [commandPalette.fill({ name: 'words', ...words })] })],
  })
  await screen.findByRole('heading', { name: 'Start page' })
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  fireEvent.change(input, { target: { value: 'r' } })
  expect(searched).toEqual(['r'])
  fireEvent.change(input, { target: { value: 're' } })
  fireEvent.change(input, { target: { value: 'rex' } })
  expect(searched).toEqual(['r'])
  clock.mockRestore()
  await waitFor(() => expect(searched).toEqual(['r', 'rex']))
})

test('actions are done from it: the theme, the language, the shortcuts', async () => {
  const { screen, user, options } = await open()
  await user.keyboard('dark')
  expect(options()).toEqual(['Theme: Dark'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  await user.keyboard('deutsch{Enter}')
  expect(await screen.findByRole('button', { name: 'Zum Inhalt springen' })).toBeTruthy()
})

test('an empty result is shown, and Escape closes', async () => {
  const { screen, user } = await open()
  await user.keyboard('zzz')
  expect(await screen.findByText('Nothing matches “zzz”')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the button in the sidebar opens it too', async () => {
  const { screen, user } = renderPage({ plugins: [petsWeb] })
  await user.click(await screen.findByRole('button', { name: 'Search or jump to' }))
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

test('every word must match; the beginning of the title is closest, then of a word, then anywhere', () => {
  const titles = ['Recatalog', 'My catalog', 'Catalog', 'Other']
  const match = (query: string) => matchCommands(titles, query, title => [title])
  expect(match('cat')).toEqual(['Catalog', 'My catalog', 'Recatalog'])
  expect(match('CAT my')).toEqual(['My catalog'])
  expect(match('')).toEqual(titles)
  expect(match('nope')).toEqual([])
  expect(matchCommands([['a', 'zebra']], 'zeb', texts => texts)).toHaveLength(1)
})

test('where the user went is first the next time, and what the page can do comes next', async () => {
  const inspect = vi.fn<() => void>()
  function Shop() {
    usePageCommands('This shop', [{ id: 'inspect', title: 'Inspect shop', run: inspect }])
    return <h1>Shop page</h1>
  }
  const shop = defineWebPlugin({
    id: 'shop',
    pages: [
      page('/', 'Start page', 'Start'),
      { path: '/shop', title: 'Shop', load: async () => ({ default: Shop }), nav: { label: 'Shop', icon: <i /> } },
    ],
  })
  const { screen, user } = renderPage({ plugins: [shop] })
  await screen.findByRole('heading', { name: 'Start page' })
  const options = async () => (await screen.findAllByRole('option')).map(option => option.textContent)
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  expect(await options()).toEqual(['Start', 'Shop', 'Keyboard shortcuts'])
  await user.keyboard('sho{Enter}')
  await screen.findByRole('heading', { name: 'Shop page' })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  expect(await options()).toEqual(['Shop', 'Inspect shop', 'Start', 'Shop', 'Keyboard shortcuts'])
  expect(screen.getAllByRole('group').map(group => group.firstChild?.textContent)).toEqual(['Recent', 'This shop', 'Pages', 'Actions'])
  await user.keyboard('inspect{Enter}')
  expect(inspect).toHaveBeenCalledOnce()
})

test('help is found by its name, and what was stored by another version is no command', async () => {
  const storage = createMemoryStorage()
  storage.setItem(
    '/palette/recent',
    JSON.stringify([{ id: 'x', title: 'Away', to: 'https://evil.test' }, 7, { id: 'y', title: 'There', to: '/catalog' }]),
  )
  const { screen, user } = renderPage({ plugins: [petsWeb], storage })
  await screen.findByRole('heading', { name: 'Start page' })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  const options = () => screen.queryAllByRole('option').map(option => option.textContent)
  expect(options()[0]).toBe('There')
  expect(options()).not.toContain('Away')
  await user.keyboard('help')
  expect(options()).toEqual(['Keyboard shortcuts', 'Get help'])
})
