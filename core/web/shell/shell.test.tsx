import { basicPermission } from '@portico/core/common'
import { renderPage } from '@portico/core/testing/web'
import { act, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defineApi, defineWebPlugin, permissionApiRef, useLocation, type NavItem } from '../index.ts'
import { byMobilePriority } from './nav-items.ts'
import { createMobileBarState } from './mobile/mobile-bar-state.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Where() {
  return <h1>{`At ${useLocation().pathname}`}</h1>
}
const loaded: string[] = []
const page = (path: string, nav: NavItem) => ({
  path,
  title: path,
  load: async () => {
    loaded.push(path)
    return { default: Where }
  },
  nav,
})
const teams = {
  title: 'My teams',
  useItems: () => [
    { label: 'Team A', to: '/teams/a' },
    { label: 'Team B', to: '/teams/b' },
  ],
}
const plugins = [
  defineWebPlugin({
    id: 'x',
    pages: [
      page('/', { label: 'Start', icon: <i /> }),
      page('/teams/*', { label: 'Teams', icon: <i />, submenu: teams, mobilePriority: 5 }),
      page('/docs/*', { label: 'Docs', icon: <i />, mobilePriority: 10, useBadge: () => 120 }),
      page('/a', { label: 'Apis', icon: <i /> }),
      page('/b', { label: 'Builds', icon: <i /> }),
      page('/c', { label: 'Costs', icon: <i /> }),
    ],
  }),
]

async function open(path = '/', options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  const opened = renderPage({ plugins, path, ...options })
  await opened.screen.findByRole('heading', { name: `At ${path}` })
  const [sidebar, bar] = opened.screen.getAllByRole('navigation', { name: 'Main navigation' }) as [HTMLElement, HTMLElement]
  return { ...opened, sidebar: within(sidebar), bar: within(bar) }
}

test('an entry that needs a permission is shown only to those who have it', async () => {
  const nav = (label: string) => ({ label, icon: <i />, permission: basicPermission(`desk.${label}`, 'read') })
  const guarded = defineWebPlugin({
    id: 'desk',
    pages: [page('/mine', nav('mine')), page('/theirs', nav('theirs'))],
    apis: [
      defineApi({
        api: permissionApiRef,
        uses: {},
        create: () => ({
          authorize: async ({ permission }) => ({ result: permission.name === 'desk.mine' ? 'ALLOW' : 'DENY' }) as const,
          known: () => undefined,
          explain: async ({ permission }) => ({ permission: permission.name }),
        }),
      }),
    ],
  })
  const { sidebar } = await open('/', { plugins: [...plugins, guarded] })
  expect(await sidebar.findByRole('link', { name: 'mine' })).toBeTruthy()
  expect(sidebar.queryByRole('link', { name: 'theirs' })).toBeNull()
})

test('an entry with a submenu shows its links on demand', async () => {
  const { screen, user, sidebar } = await open()
  const toggle = sidebar.getByRole('button', { name: 'Show what is in Teams' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await user.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(sidebar.getByRole('heading', { name: 'My teams' })).toBeTruthy()
  await user.click(sidebar.getByRole('link', { name: 'Team B' }))
  expect(await screen.findByRole('heading', { name: 'At /teams/b' })).toBeTruthy()
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
})

test('the pointer opens the sidebar, except where it is pinned, disabled by the config, or the screen is small [UI-27]', async () => {
  const app = { title: 'Test Portal', baseUrl: 'http://portal.test' }
  const cases = [
    { opens: true },
    { opens: true, sidebar: { openOnHover: true } },
    { opens: false, sidebar: { openOnHover: false } },
    { opens: false, small: true },
    { opens: true, pinned: true },
  ]
  for (const { opens, sidebar, small = false, pinned = false } of cases) {
    vi.useRealTimers()
    const { screen } = await open('/', { config: { app: { ...app, ...(sidebar && { sidebar }) } } })
    const media = window.matchMedia
    window.matchMedia = query => Object.assign(media(query), { matches: small && query === '(max-width: 61.99em)' })
    if (!pinned) fireEvent.click(screen.getByRole('button', { name: 'Unpin sidebar' }))
    const element = screen.getByRole('button', { name: pinned ? 'Unpin sidebar' : 'Pin sidebar' }).closest<HTMLElement>('[data-open]')!
    expect(element.dataset['open']).toBe(String(pinned))
    vi.useFakeTimers()
    fireEvent.pointerEnter(element)
    act(() => void vi.advanceTimersByTime(100))
    expect(element.dataset).toMatchObject({ open: String(opens), floating: String(opens && !pinned) })
    fireEvent.pointerLeave(element)
    act(() => void vi.advanceTimersByTime(1000))
    expect(element.dataset['open']).toBe(String(pinned))
  }
})

test('the pointer opens a submenu after 300 ms; Escape closes it and gives the focus back [UI-58]', async () => {
  const { sidebar } = await open()
  const toggle = sidebar.getByRole('button', { name: 'Show what is in Teams' })
  vi.useFakeTimers()
  fireEvent.pointerEnter(toggle.closest('li')!)
  act(() => void vi.advanceTimersByTime(299))
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  act(() => void vi.advanceTimersByTime(1))
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(sidebar.getByRole('link', { name: 'Team A' }), { key: 'Escape' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(toggle)
})

test('the bar on phones shows the highest integer priorities first, the rest behind More [UI-59]', async () => {
  const { bar } = await open()
  const places = () => [...bar.getAllByRole('link'), ...bar.getAllByRole('button')].map(place => place.textContent)
  expect(places()).toEqual(['Docs99+', 'Start', 'Apis', 'Teams', 'More'])
  const sorted = byMobilePriority([{ mobilePriority: 1 }, {}, { mobilePriority: 2.5 }, { mobilePriority: 7 }, { mobilePriority: 0 }])
  expect(sorted.map(({ mobilePriority }) => mobilePriority)).toEqual([7, 1, 0, undefined, 2.5])
})

test('an item without a target opens a panel above the bar, pressed again it closes, and a change of path closes it [UI-30] [UI-31] [UI-32]', async () => {
  const { screen, user, bar } = await open()
  const more = bar.getByRole('button', { name: 'More' })
  await user.click(more)
  const panel = screen.getByRole('dialog', { name: 'More' })
  expect(within(panel).getByRole('link', { name: 'Costs' })).toBeTruthy()
  expect(within(panel).getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(more.getAttribute('aria-expanded')).toBe('true')
  await user.click(more)
  expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Teams' }))
  await user.click(within(screen.getByRole('dialog', { name: 'Teams' })).getByRole('link', { name: 'Team A' }))
  expect(await screen.findByRole('heading', { name: 'At /teams/a' })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Teams' })).toBeNull()
})

test('the panel closes by Escape, its button and a press beside it, and the page behind it is out of reach meanwhile', async () => {
  const { screen, user, bar } = await open()
  const more = bar.getByRole('button', { name: 'More' })
  const panel = () => screen.queryByRole('dialog', { name: 'More' })
  await user.click(more)
  expect(document.getElementById('content')?.hasAttribute('inert')).toBe(true)
  await user.keyboard('{Escape}')
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(more)
  expect(document.getElementById('content')?.hasAttribute('inert')).toBe(false)
  await user.click(more)
  await user.click(within(panel()!).getByRole('button', { name: 'Close' }))
  expect(panel()).toBeNull()
  await user.click(more)
  await user.click(panel()!.previousElementSibling!)
  expect(panel()).toBeNull()
})

test('the bar’s selection is -1 for none, and a second press resets it [UI-30] [UI-31]', () => {
  const bar = createMobileBarState()
  expect(bar.selected.get()).toBe(-1)
  bar.select(2)
  bar.select(1)
  expect(bar.selected.get()).toBe(1)
  bar.select(1)
  expect(bar.selected.get()).toBe(-1)
  bar.select(3)
  bar.reset()
  expect(bar.selected.get()).toBe(-1)
})

test('the code of a page is preloaded when its entry is hovered', async () => {
  const { user, sidebar } = await open()
  loaded.length = 0
  await user.hover(sidebar.getByRole('link', { name: 'Costs' }))
  expect(loaded).toEqual(['/c'])
})

test('a notice is shown while the network is lost', async () => {
  const { screen } = await open()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).toBe('You are offline. What you see may be out of date.')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.queryByRole('status')).toBeNull()
})
