import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { AppError, notFoundError } from '@portico/core/common'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest, type RouteAnswer } from '@portico/core/testing/web'
import { techdocsApi, type DocsPage, type DocsPageChange, type DocsSiteInfo } from '@portico/techdocs/common'
import { fireEvent, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { techdocsWeb } from './index.tsx'
import { followSync, type SyncState } from './reader/use-sync.ts'

const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'pay', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } },
}
const info: DocsSiteInfo = {
  builtAt: '2026-01-01T00:00:00.000Z',
  site: {
    name: 'Payments',
    home: '',
    features: [],
    redirects: {},
    nav: [
      { title: 'Home', path: '' },
      {
        title: 'Guides',
        children: [
          { title: 'Start', path: 'guide/start/' },
          { title: 'Sheet', href: 'a.pdf' },
          { title: 'Gone', missing: true },
        ],
      },
    ],
  },
}
const pageOf = (more: Partial<DocsPage> = {}): DocsPage => ({
  path: '',
  title: 'Payments',
  html: '<h1 id="payments">Payments</h1><p>Text</p>',
  headings: [],
  tags: [],
  hide: [],
  notices: [],
  ...more,
})
const events = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const cached = 'event: finish\ndata: {"updated":false}\n\n'

function open(
  path: string,
  {
    page = pageOf(),
    site = info,
    sync = cached,
    config = {},
    change = {},
    cookie = Promise.resolve(),
    entity: found = () => Promise.resolve(entity),
  }: {
    page?: DocsPage | AppError | ((request: AnsweredRequest) => DocsPage | Promise<DocsPage>)
    site?: DocsSiteInfo | AppError
    sync?: string
    config?: Record<string, unknown>
    change?: DocsPageChange
    /** When the browser gets its cookie. */
    cookie?: Promise<void>
    entity?: () => Promise<Entity>
  } = {},
) {
  const answers: RouteAnswer[] = [
    answer(catalogApi.getEntityByName, found),
    answer(techdocsApi.getSite, site),
    answer(techdocsApi.getPage, page),
    answer(techdocsApi.getLastChange, change),
    { route: techdocsApi.syncDocs, answer: () => events(sync) },
  ]
  const issue = (request: { readonly path: string }) =>
    request.path.includes('/cookie') ? cookie.then(() => Response.json({ expiresAt: '2099-01-01T00:00:00Z' })) : undefined
  return renderPage({ plugins: [catalogWeb, techdocsWeb], path, answers, config, fetch: issue })
}

test('a page is shown with the navigation of its site, whose branch is open', async () => {
  const { screen } = open('/docs/default/component/pay/guide/start', {
    page: pageOf({ path: 'guide/start/', title: 'Start', html: '<h1>Start</h1><p><a href="portico-page:/#x">home</a></p>' }),
  })
  const nav = await screen.findByRole('navigation', { name: 'Pages of these docs' })
  expect(within(nav).getByRole('link', { name: 'Start' }).getAttribute('aria-current')).toBe('page')
  expect((await screen.findByRole('link', { name: 'home' })).getAttribute('href')).toBe('/docs/default/component/pay/#x')
})

test('the last change of a page has a name where the host tells it, and is that of the site where it does not', async () => {
  const at = '2026-01-02T00:00:00.000Z'
  const page = pageOf({ source: 'docs/index.md' })
  const named = open('/docs/default/component/pay', { page, change: { at, by: 'Ada Lovelace' } })
  expect(await named.screen.findByText('by Ada Lovelace')).toBeDefined()
  const unnamed = open('/docs/default/component/pay', { page, site: { ...info, lastModifiedAt: '2020-01-02T00:00:00.000Z' } })
  expect((await unnamed.screen.findByText(/years ago/)).getAttribute('datetime')).toBe('2020-01-02T00:00:00.000Z')
})

test('a page waits neither for its entity nor for the newest version', async () => {
  const never = new Promise<never>(() => {})
  const { screen } = open('/docs/default/component/pay', { entity: () => never, sync: ': still looking\n\n' })
  expect(await screen.findByText('Text')).toBeDefined()
})

test('the text of a page does not wait for the cookie, its images do', async () => {
  const cookie = Promise.withResolvers<void>()
  const page = pageOf({
    html: '<h1>Payments</h1><p>Below</p><img src="portico-file:/a.png" alt="A"><img src="https://x.example/b.png" alt="B">',
  })
  const { screen } = open('/docs/default/component/pay', { page, cookie: cookie.promise })
  const article = (await screen.findByText('Below')).closest('article')!
  const sources = () => [...article.querySelectorAll('img')].map(image => image.getAttribute('src'))
  expect(sources()).toEqual([null, 'https://x.example/b.png'])
  cookie.resolve()
  await eventually(() => expect(sources()[0]).toBe('http://portal.test/api/techdocs/files/default/component/pay/a.png'))
})

test('a page whose link the pointer rests on is requested before it is opened, and then shown at once', async () => {
  const start = { path: 'guide/start/', title: 'Start', html: '<h1>Start</h1><p>Begin</p>' }
  const home = { html: '<h1>Home</h1><p>Text <a href="portico-page:/guide/start/">begin</a></p>' }
  const { screen, user, requests, router } = open('/docs/default/component/pay', {
    page: request => pageOf(request.path.endsWith('/start/') ? start : home),
  })
  const asked = () => requests.filter(({ path }) => path.startsWith('/pages/') && path.endsWith('/start/')).length
  const link = await screen.findByRole('link', { name: 'begin' })
  expect(asked()).toBe(0)
  await user.hover(link)
  await eventually(() => expect(asked()).toBe(1))
  await user.click(link)
  expect(await screen.findByText('Begin')).toBeDefined()
  expect([asked(), router.state.location.pathname]).toEqual([1, '/docs/default/component/pay/guide/start'])
})

test('links that the pointer passes request two pages at most at a time, none twice, and none for those who save data', async () => {
  const release = Promise.withResolvers<void>()
  const names = ['a', 'b', 'c']
  const html = `<h1>Home</h1><p>${names.map(name => `<a href="portico-page:/${name}/">page ${name}</a>`).join('')}</p>`
  const { screen, user, requests } = open('/docs/default/component/pay', {
    page: async request => {
      const name = names.find(each => request.path.endsWith(`/${each}/`))
      if (name) await release.promise
      return pageOf(name ? { path: `${name}/`, title: name } : { html })
    },
  })
  const asked = () => requests.flatMap(({ path }) => /^\/pages\/.*\/([abc])\/$/.exec(path)?.[1] ?? [])
  const link = (name: string) => screen.getByRole('link', { name: `page ${name}` })
  await screen.findByRole('link', { name: 'page a' })
  for (const [name, all] of [
    ['a', ['a']],
    ['b', ['a', 'b']],
  ] as const) {
    await user.hover(link(name))
    await eventually(() => expect(asked()).toEqual(all))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const rest = async (name: string) => {
    fireEvent.pointerOver(link(name))
    await vi.advanceTimersByTimeAsync(1000)
  }
  await rest('c')
  expect(asked()).toEqual(['a', 'b'])
  release.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  await rest('a')
  expect(asked()).toEqual(['a', 'b'])
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
  await rest('c')
  expect(asked()).toEqual(['a', 'b'])
  Reflect.deleteProperty(navigator, 'connection')
  await rest('c')
  expect(asked()).toEqual(['a', 'b', 'c'])
})

test('links of the navigation are followed in the portal, except with a modifier key', async () => {
  const { screen, user, router } = open('/docs/default/component/pay/guide/start', {
    page: request => pageOf(request.path.endsWith('/start/') ? { path: 'guide/start/', html: '<h1>Start</h1><p>Begin</p>' } : {}),
  })
  const nav = await screen.findByRole('navigation', { name: 'Pages of these docs' })
  const home = within(nav).getByRole('link', { name: 'Home' })
  let isLeft: boolean | undefined
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', last, { once: true })
  fireEvent.click(home, { ctrlKey: true })
  expect(isLeft).toBe(true)
  expect(router.state.location.pathname).toBe('/docs/default/component/pay/guide/start')
  await user.click(home)
  expect(await screen.findByText('Text')).toBeDefined()
  expect(router.state.location.pathname).toBe('/docs/default/component/pay')
  expect(home.getAttribute('aria-current')).toBe('page')
  expect(within(nav).getByText('Guides').closest('button')?.getAttribute('aria-expanded')).toBe('false')
})

test('an image opens in a light box: keys, buttons and pointers zoom and pan it, another image fits again, Escape closes', async () => {
  const html = '<h1>Home</h1><p><img src="https://x.example/a.png" alt="A map"><img src="https://x.example/b.png" alt="A plan"></p>'
  const { screen, user } = open('/docs/default/component/pay', { page: pageOf({ html }) })
  await user.click(await screen.findByRole('button', { name: 'Enlarge image: A map' }))
  const dialog = await screen.findByRole('dialog', { name: 'A map' })
  const zoom = () => within(dialog).getByRole('status').textContent
  const image = () => dialog.querySelector('img')!
  const stage = image().parentElement!
  // jsdom has no layout: a place of 800 by 600 that the image fills.
  for (const [name, value] of Object.entries({ clientWidth: 800, clientHeight: 600 })) Object.defineProperty(stage, name, { value })
  for (const [name, value] of Object.entries({ offsetWidth: 800, offsetHeight: 600 })) Object.defineProperty(image(), name, { value })
  expect(zoom()).toBe('Zoom 100 %')
  await user.keyboard('+')
  expect(zoom()).toBe('Zoom 150 %')
  await user.keyboard('{ArrowRight}')
  expect(image().style.transform).toBe('translate(-80px, 0px) scale(1.5)')
  await user.keyboard('-')
  expect([zoom(), image().style.transform]).toEqual(['Zoom 100 %', 'translate(0px, 0px) scale(1)'])
  await user.click(within(dialog).getByRole('button', { name: 'Zoom in' }))
  await user.click(within(dialog).getByRole('button', { name: 'Zoom in' }))
  expect(zoom()).toBe('Zoom 225 %')
  await user.click(within(dialog).getByRole('button', { name: 'Zoom out' }))
  await user.click(within(dialog).getByRole('button', { name: 'Fit the image' }))
  expect(zoom()).toBe('Zoom 100 %')

  fireEvent.doubleClick(stage)
  expect(zoom()).toBe('Zoom 250 %')
  fireEvent.pointerDown(stage, { pointerId: 1, clientX: 100, clientY: 100 })
  fireEvent.pointerMove(stage, { pointerId: 1, clientX: 130, clientY: 90 })
  fireEvent.pointerUp(stage, { pointerId: 1 })
  expect(image().style.transform).toBe('translate(30px, -10px) scale(2.5)')
  fireEvent.doubleClick(stage)
  for (const [pointerId, clientX] of [
    [1, 100],
    [2, 200],
  ] as const)
    fireEvent.pointerDown(stage, { pointerId, clientX, clientY: 0 })
  fireEvent.pointerMove(stage, { pointerId: 2, clientX: 300, clientY: 0 })
  expect(zoom()).toBe('Zoom 200 %')
  const isLeft = fireEvent.wheel(stage, { deltaY: -300 })
  expect([zoom(), isLeft]).toEqual(['Zoom 544 %', false])

  const next = within(dialog).getByRole('button', { name: 'Next image' })
  await user.click(next)
  expect([image().alt, zoom(), document.activeElement]).toEqual(['A plan', 'Zoom 100 %', next])
  await user.keyboard('{ArrowLeft}')
  expect([image().alt, zoom()]).toEqual(['A map', 'Zoom 100 %'])
  await user.keyboard('{Escape}')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the contents of a page are also behind a button, for windows without room beside it, unless the page hides them', async () => {
  const headings = [
    { id: 'payments', title: 'Payments', level: 1 },
    { id: 'cards', title: 'Cards', level: 2 },
  ]
  const { screen, user } = open('/docs/default/component/pay', { page: pageOf({ headings }) })
  await user.click(await screen.findByRole('button', { name: 'On this page' }))
  const drawer = await screen.findByRole('dialog', { name: 'On this page' })
  expect(within(drawer).getByRole('link', { name: 'Cards' }).getAttribute('href')).toBe('/docs/default/component/pay#cards')
  await user.click(within(drawer).getByRole('link', { name: 'Cards' }))
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  const hidden = open('/docs/default/component/pay', { page: pageOf({ headings, hide: ['toc'] }) })
  expect(await hidden.screen.findByText('Text')).toBeDefined()
  expect(hidden.screen.queryByText('On this page')).toBeNull()
  expect(hidden.screen.queryByRole('button', { name: 'On this page' })).toBeNull()
})

test('the pages beside the text fold by one button, which keeps the focus, and stay so on all docs', async () => {
  const { screen, user, storeInOtherTab } = open('/docs/default/component/pay')
  await screen.findByRole('navigation', { name: 'Pages of these docs' })
  const fold = screen.getByRole('button', { name: 'Pages beside the text' })
  fold.focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('navigation', { name: 'Pages of these docs' })).toBeNull()
  expect([document.activeElement, fold.getAttribute('aria-expanded')]).toEqual([fold, 'false'])
  // Kept for the user, not for the page: another tab changes it too.
  storeInOtherTab('/techdocs/foldedNavigation', 'false')
  expect(await screen.findByRole('navigation', { name: 'Pages of these docs' })).toBeDefined()
  expect(fold.getAttribute('aria-expanded')).toBe('true')
})

test('files are at the storage URL of the config, or below static/docs of the docs base [DOCS-11]', async () => {
  const at = '/docs/default/component/pay/guide/start'
  const html = '<h1>Start</h1><p><img src="portico-file:/img/x.png" alt="x"> <a href="portico-file:/y.zip">Archive</a></p>'
  const page = pageOf({ path: 'guide/start/', html })
  const addresses = async ({ screen }: ReturnType<typeof open>) => {
    const sheet = (await screen.findByRole('link', { name: /^Sheet/ })).getAttribute('href')
    const archive = screen.getByRole('link', { name: 'Archive' }).getAttribute('href')
    const image = screen.getByRole('button', { name: /x$/ })
    await eventually(() => expect(image.getAttribute('src')).not.toBeNull())
    return [sheet, archive, image.getAttribute('src')]
  }
  const own = 'http://portal.test/api/techdocs'
  expect(await addresses(open(at, { page }))).toEqual([
    `${own}/static/docs/default/component/pay/a.pdf`,
    `${own}/files/default/component/pay/y.zip`,
    `${own}/files/default/component/pay/img/x.png`,
  ])
  const storage = 'https://docs.example/storage/default/component/pay'
  expect(await addresses(open(at, { page, config: { techdocs: { storageUrl: 'https://docs.example/storage/' } } }))).toEqual([
    `${storage}/a.pdf`,
    `${storage}/y.zip`,
    `${storage}/img/x.png`,
  ])
})

test("a 404 on a page gives 'Page not found.', and without a path the hint about index.md [DOCS-12, DOCS-15]", async () => {
  const deep = open('/docs/default/component/pay/none', { page: notFoundError('no') })
  expect(await deep.screen.findByRole('heading', { name: 'Page not found.' })).toBeDefined()
  expect(deep.screen.queryByText(/index\.md/)).toBeNull()
  const root = open('/docs/default/component/pay', { page: notFoundError('no') })
  expect(await root.screen.findByRole('heading', { name: 'Page not found.' })).toBeDefined()
  expect(root.screen.getByText(/index\.md/)).toBeDefined()
  const { home: _, ...homeless } = info.site
  const empty = open('/docs/default/component/pay', { page: notFoundError('no'), site: { ...info, site: { ...homeless, nav: [] } } })
  expect(await empty.screen.findByRole('heading', { name: 'Page not found.' })).toBeDefined()
  expect(empty.screen.getAllByText(/index\.md/)).toHaveLength(1)
})

test("a 500 on a page gives 'Could not generate documentation or an error in the TechDocs backend.' [DOCS-13]", async () => {
  const { screen } = open('/docs/default/component/pay', { page: new AppError('Error', 'broken') })
  expect(await screen.findByText('Could not generate documentation or an error in the TechDocs backend.')).toBeDefined()
})

test('an error event of a sync raises an error with its data; log events are kept [DOCS-16]', async () => {
  let state: SyncState = { status: 'running', log: [] }
  async function* failing() {
    yield { event: 'log' as const, data: 'one' }
    yield { event: 'error' as const, data: 'no such folder' }
  }
  await expect(followSync(failing(), change => void (state = change(state)))).rejects.toThrow('no such folder')
  expect(state.log).toEqual(['one'])
  const { screen } = open('/docs/default/component/pay', { sync: 'event: error\ndata: "no such folder"\n\n' })
  expect(await screen.findByText('A newer version of these docs could not be prepared')).toBeDefined()
  expect(await screen.findByText('Text')).toBeDefined()
})

test('with navigation.sections, sections are groups that are always open, in the tab of the page', async () => {
  const nav = [
    { title: 'Home', path: '' },
    { title: 'Manual', children: [{ title: 'Guides', children: [{ title: 'Start', path: 'guide/start/' }] }] },
    { title: 'Blog', children: [{ title: 'All', path: 'blog/' }] },
  ]
  const features = ['navigation.tabs', 'navigation.sections']
  const site = { ...info, site: { ...info.site, nav, features } }
  const manual = open('/docs/default/component/pay/guide/start', { site, page: pageOf({ path: 'guide/start/' }) })
  const side = within(await manual.screen.findByRole('navigation', { name: 'Pages of these docs' }))
  expect(side.getByText('Guides').tagName).toBe('P')
  expect(side.getAllByRole('link').map(link => link.textContent)).toEqual(['Start'])
  // A post is where its blog is.
  const post = open('/docs/default/component/pay/blog/2026/p', { site, page: pageOf({ path: 'blog/2026/p/', within: { path: 'blog/' } }) })
  const tabs = within(await post.screen.findByRole('navigation', { name: 'Sections of these docs' }))
  expect(tabs.getAllByRole('link').map(link => `${link.textContent} ${link.getAttribute('aria-current')}`)).toEqual([
    'Home null',
    'Manual null',
    'Blog true',
  ])
  expect(within(await post.screen.findByRole('navigation', { name: 'Pages of these docs' })).getByRole('link').textContent).toBe('All')
})
