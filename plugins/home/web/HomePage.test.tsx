import { createMemoryStorage, defineExtension, defineWebPlugin, homeActions, homeAttention, homeWidgets } from '@portico/core/web'
import { renderPage, testSession } from '@portico/core/testing/web'
import { eventually } from '@portico/core/testing'
import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { homeWeb } from './index.tsx'
import { ownJokes } from './jokes/own-jokes.ts'

const layoutKey = '/home/layout'

/** A home page that the user has arranged before. */
function arranged(...widgets: readonly object[]): Storage {
  const storage = createMemoryStorage()
  storage.setItem(layoutKey, JSON.stringify({ version: 1, widgets }))
  return storage
}

function widgetOf(name: string, View: () => string, more: object = {}) {
  return homeWidgets.fill({ name, title: `Widget ${name}`, description: `About ${name}`, View, ...more })
}

test('the home page is at the root, and shows the widgets that plugins put there by default [HOME-01]', async () => {
  const pets = defineWebPlugin({
    id: 'pets',
    fills: [widgetOf('cats', () => 'three cats', { byDefault: true }), widgetOf('dogs', () => 'two dogs')],
  })
  const { screen } = renderPage({ plugins: [homeWeb, pets] })
  const cats = await screen.findByRole('region', { name: 'Widget cats' })
  expect(cats.textContent).toContain('three cats')
  for (const name of ['My open work', 'Recently Visited', 'Top Visited', 'Quick Start'])
    expect(screen.getByRole('region', { name })).toBeTruthy()
  expect(screen.queryByText('two dogs')).toBeNull()
})

test('the welcome title greets the user by name, at any time of day [HOME-12]', async () => {
  const { screen } = renderPage({ plugins: [homeWeb] })
  expect(await screen.findByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Jane Doe$/ })).toBeTruthy()
})

test('the world clock of the header has the places of the config, each with its own time [HOME-11]', async () => {
  vi.useFakeTimers({ now: new Date('2026-07-01T23:30:00Z'), toFake: ['Date'] })
  try {
    const clocks = [
      { label: 'Lisbon', timeZone: 'Europe/Lisbon' },
      { label: 'Tokyo', timeZone: 'Asia/Tokyo' },
    ]
    const { screen } = renderPage({ plugins: [homeWeb], config: { home: { clocks } } })
    const list = await screen.findByRole('list', { name: 'World clock' })
    const [lisbon, tokyo] = within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent)
    expect(lisbon).toMatch(/^Lisbon .*12:30\sAM$/)
    expect(tokyo).toMatch(/^Tokyo .*08:30\sAM$/)
  } finally {
    vi.useRealTimers()
  }
})

test('the company logo is that of the branding, else the name of the organisation [HOME-13]', async () => {
  const storage = arranged({ widget: 'home/logo' })
  const config = { organization: { name: 'Larkpost' } }
  const branding = { app: { title: 'Test Portal', baseUrl: 'http://portal.test', branding: { logo: '/logo.svg' } } }
  const first = renderPage({ plugins: [homeWeb], storage, config: { ...config, ...branding } })
  expect((await first.screen.findByRole('img', { name: 'Larkpost' })).getAttribute('src')).toBe('/logo.svg')
  const second = renderPage({ plugins: [homeWeb], storage, config })
  expect((await second.screen.findByRole('region', { name: 'Company logo' })).textContent).toBe('Larkpost')
})

test('Random Joke shows a joke without any request, and another one [HOME-02]', async () => {
  const { screen, user, requests } = renderPage({ plugins: [homeWeb], storage: arranged({ widget: 'home/joke' }) })
  const widget = await screen.findByRole('region', { name: 'Random Joke' })
  const isJoke = () =>
    ownJokes.find(({ setup, punchline }) => widget.textContent?.includes(setup) && widget.textContent.includes(punchline))
  await screen.findByRole('button', { name: 'Another one' })
  const first = isJoke()
  expect(first).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Another one' }))
  expect(isJoke()).toBeDefined()
  expect(isJoke()).not.toBe(first)
  expect(requests).toEqual([])
})

test('Random Joke asks the service of the config, and has its own jokes when that fails', async () => {
  const config = { home: { jokes: { proxyPath: '/jokes/random' } } }
  const storage = arranged({ widget: 'home/joke', settings: { defaultCategory: 'dad' } })
  const answers = [Response.json([{ setup: 'Knock <b>knock</b>', punchline: 'Who is there' }]), new Response('busy', { status: 503 })]
  const asked: string[] = []
  const fetch = ({ url }: { url: string }) => {
    asked.push(url)
    return answers.shift()
  }
  const { screen, user } = renderPage({ plugins: [homeWeb], storage, config, fetch })
  expect(await screen.findByText('Knock <b>knock</b>')).toBeTruthy()
  expect(asked).toEqual(['http://portal.test/api/proxy/jokes/random?category=dad'])
  await user.click(screen.getByRole('button', { name: 'Another one' }))
  await eventually(() =>
    expect(ownJokes.some(({ category, setup }) => category === 'dad' && screen.queryByText(setup) !== null)).toBe(true),
  )
})

test('Toolkit has the tools of the config and the user’s own links; one that would run a script leads nowhere [HOME-05]', async () => {
  const config = { home: { toolkit: [{ title: 'Builds', url: 'https://ci.example.com', icon: 'dashboard' }] } }
  const links = [
    { title: '<img src=x onerror=alert(1)>', url: 'javascript:alert(1)' },
    { title: 'Mine', url: '/catalog' },
  ]
  const storage = arranged({ widget: 'home/toolkit', settings: { links } })
  const { screen } = renderPage({ plugins: [homeWeb], storage, config })
  const widget = within(await screen.findByRole('region', { name: 'Toolkit' }))
  expect((await widget.findByRole('link', { name: /^Builds/ })).getAttribute('href')).toBe('https://ci.example.com')
  expect(widget.getByRole('link', { name: 'Mine' }).getAttribute('href')).toBe('/catalog')
  expect(widget.getByText('<img src=x onerror=alert(1)>').closest('a')).toBeNull()
  expect(widget.queryByRole('img')).toBeNull()
})

test('Quick Start says where to begin: what the config says, else what the portal can do [HOME-10]', async () => {
  const storage = arranged({ widget: 'home/quick-start' })
  const first = renderPage({ plugins: [homeWeb], storage })
  expect(await first.screen.findByText(/^Press Ctrl K anywhere/)).toBeTruthy()
  const quickStart = { text: 'Read **this** first', links: [{ title: 'Handbook', url: 'https://handbook.example.com' }] }
  const second = renderPage({ plugins: [homeWeb], storage, config: { home: { quickStart } } })
  const widget = within(await second.screen.findByRole('region', { name: 'Quick Start' }))
  expect((await widget.findByText('this')).tagName).toBe('STRONG')
  expect(widget.getByRole('link', { name: /^Handbook/ })).toBeTruthy()
})

test('a text in Markdown, a list of links and clocks show what their settings say, under their own titles', async () => {
  const storage = arranged(
    {
      widget: 'home/markdown',
      settings: { title: '<b>Notes</b>', content: '# Hello\n\n<script>alert(1)</script> [x](javascript:alert(1))' },
    },
    {
      widget: 'home/links',
      settings: {
        links: [
          { title: '', url: 'https://example.com/a' },
          { title: 'Empty', url: '' },
        ],
      },
    },
    { widget: 'home/clock', settings: { places: [{ label: 'Nowhere', timeZone: 'Mars/Base' }] } },
  )
  const { screen } = renderPage({ plugins: [homeWeb], storage })
  const notes = within(await screen.findByRole('region', { name: '<b>Notes</b>' }))
  expect(await notes.findByRole('heading', { name: 'Hello' })).toBeTruthy()
  expect(notes.queryByRole('link')).toBeNull()
  expect(document.querySelector('main script')).toBeNull()
  const links = within(screen.getByRole('region', { name: 'Links' }))
  expect((await links.findAllByRole('link')).map(link => link.getAttribute('href'))).toEqual(['https://example.com/a'])
  expect((await screen.findByText('Nowhere')).closest('li')?.textContent).toBe('–Nowhere')
})

test('a widget that throws shows its error in its own card, and the others stay', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const pets = defineWebPlugin({
    id: 'pets',
    fills: [
      widgetOf('bad', () => {
        throw new Error('no cats today')
      }),
      homeWidgets.fill({
        name: 'lost',
        title: 'Widget lost',
        description: '',
        View: defineExtension({ plugin: 'pets', name: 'Lost', load: () => Promise.reject(new Error('chunk is gone')) }),
      }),
      widgetOf('good', () => 'all well'),
    ],
  })
  const storage = arranged({ widget: 'pets/bad' }, { widget: 'pets/lost' }, { widget: 'pets/good' }, { widget: 'pets/gone' })
  const { screen } = renderPage({ plugins: [homeWeb, pets], storage })
  expect(await screen.findByText('all well')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Widget bad' })).getAllByText(/no cats today/)[0]).toBeTruthy()
  expect(
    await within(screen.getByRole('region', { name: 'Widget lost' })).findAllByText(/Failed lazy loading of the Lost extension/),
  ).not.toHaveLength(0)
  consoleError.mockRestore()
})

test('the default is that of the user’s group, else of the config, in its places', async () => {
  const config = {
    home: {
      layout: [
        { widget: 'home/joke', column: 5, row: 1, columns: 8, rows: 6, settings: { defaultCategory: 'dad' } },
        { widget: 'home/clock' },
      ],
      groups: { 'Group:default/Web': { layout: [{ widget: 'home/logo' }] } },
    },
  }
  const first = renderPage({ plugins: [homeWeb], config })
  const joke = await first.screen.findByRole('region', { name: 'Random Joke' })
  expect(joke.parentElement?.getAttribute('style')).toBe('--x: 5; --y: 1; --w: 8; --h: 6; --order: 0;')
  expect(first.screen.getByRole('region', { name: 'World clock' })).toBeTruthy()
  expect(first.screen.queryByRole('region', { name: 'Top Visited' })).toBeNull()
  const session = () => testSession('user:default/jane', { ownershipEntityRefs: ['user:default/jane', 'group:default/web'] })
  const second = renderPage({ plugins: [homeWeb], config, session })
  expect(await second.screen.findByRole('region', { name: 'Company logo' })).toBeTruthy()
  expect(second.screen.queryByRole('region', { name: 'Random Joke' })).toBeNull()
})

test('the set-up card stays only until the portal has a name of its own', async () => {
  const named = (title: string) => ({ app: { title, baseUrl: 'http://portal.test' } })
  const first = renderPage({ plugins: [homeWeb], config: named('Portico') })
  const card = within(await first.screen.findByRole('region', { name: 'Make it yours' }))
  expect(card.getByText('npm run new my-plugin')).toBeTruthy()
  const second = renderPage({ plugins: [homeWeb], config: named('Acme Portal') })
  await second.screen.findByRole('region', { name: 'My open work' })
  expect(second.screen.queryByRole('region', { name: 'Make it yours' })).toBeNull()
})

test('what waits for the user is listed, the most urgent first; a source that fails is named and can be asked again', async () => {
  let isBroken = true
  const work = defineWebPlugin({
    id: 'work',
    fills: [
      homeActions.fill({ name: 'hire', View: () => 'Hire' }),
      homeAttention.fill({
        name: 'calm',
        title: 'Calm things',
        find: async ({ ownershipEntityRefs, date }) => [
          {
            id: '1',
            title: '<i>later</i>',
            reason: `for ${ownershipEntityRefs.join()} by ${date('2026-11-30T12:00:00Z', { dateStyle: 'medium' })}`,
            to: '/later',
            severity: 'info',
          },
          { id: '2', title: 'at once', reason: 'burning', to: 'javascript:alert(1)', severity: 'error', since: '2026-01-01T00:00:00Z' },
        ],
      }),
      homeAttention.fill({
        name: 'broken',
        title: 'Broken things',
        find: async () => {
          if (isBroken) throw new Error('away')
          return [{ id: '1', title: 'found', reason: 'after all', to: '/found', severity: 'warning' }]
        },
      }),
    ],
  })
  const { screen, user } = renderPage({ plugins: [homeWeb, work], storage: arranged({ widget: 'home/attention' }) })
  const widget = within(await screen.findByRole('region', { name: 'My open work' }))
  expect((await widget.findByRole('alert')).textContent).toContain('Broken things could not be read')
  expect(widget.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    expect.stringContaining('at once'),
    '<i>later</i>for user:default/jane by Nov 30, 2026',
  ])
  expect(widget.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/later'])
  isBroken = false
  await user.click(widget.getByRole('button', { name: 'Retry' }))
  expect(await widget.findByRole('link', { name: 'found' })).toBeTruthy()
  expect(widget.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Hire')).toBeTruthy()
})
