import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { notFoundError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { techdocsApi, type DocsPage, type DocsSiteInfo, type DocsVersion } from '@portico/techdocs/common'
import { expect, test } from 'vitest'
import { techdocsWeb } from './index.tsx'

const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'pay', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } },
}
const site = { name: 'Payments', home: '', features: [], redirects: {}, nav: [{ title: 'Home', path: '' }] }
const page: DocsPage = { path: '', title: 'Payments', html: '<h1>Payments</h1><p>Text</p>', headings: [], tags: [], hide: [], notices: [] }
const builtAt = '2026-01-01T00:00:00.000Z'
const cached = 'event: finish\ndata: {"updated":false}\n\n'

/** Pages by their paths; others are not found. */
function open(path: string, siteOf: (version: string | null) => DocsSiteInfo, pages: Readonly<Record<string, Partial<DocsPage>>>) {
  return renderPage({
    plugins: [catalogWeb, techdocsWeb],
    path: `/docs/default/component/pay${path}`,
    answers: [
      answer(catalogApi.getEntityByName, entity),
      answer(techdocsApi.getSite, request => siteOf(new URL(request.url).searchParams.get('version'))),
      answer(techdocsApi.getPage, request => {
        const rest = request.path.slice('/pages/default/component/pay/'.length)
        const found = pages[rest]
        return found ? { ...page, path: rest, ...found } : notFoundError(`There is no page '${rest}'`)
      }),
      answer(techdocsApi.getLastChange, {}),
      { route: techdocsApi.syncDocs, answer: () => new Response(cached, { headers: { 'content-type': 'text/event-stream' } }) },
    ],
    fetch: request =>
      request.path.includes('/cookie') ? Promise.resolve(Response.json({ expiresAt: '2099-01-01T00:00:00Z' })) : undefined,
  })
}

test('the language switch leads to the same page in another language, by keyboard too, and the article says its language', async () => {
  const english = { locale: 'en', name: 'English', prefix: '', siteName: 'Payments', hasFallback: true, nav: site.nav, home: '' }
  const german = {
    ...english,
    locale: 'de',
    name: 'Deutsch',
    prefix: 'de/',
    siteName: 'Zahlungen',
    nav: [{ title: 'Anfang', path: 'de/' }],
    home: 'de/',
  }
  const translations = [
    { locale: 'en', path: 'start/' },
    { locale: 'de', path: 'de/start/' },
  ]
  const { screen, user, router } = open('/start', () => ({ builtAt, site: { ...site, languages: [english, german] } }), {
    'start/': { language: 'en', translations },
    'de/start/': { language: 'de', translations, html: '<h1>Zahlungen</h1><p>Hallo</p>' },
  })
  const button = await screen.findByRole('button', { name: 'Language: English' })
  expect((await screen.findByText('Text')).closest('article')?.getAttribute('lang')).toBe('en')
  button.focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name: 'Deutsch' })
  expect([item.getAttribute('lang'), item.getAttribute('hreflang'), item.getAttribute('href')]).toEqual([
    'de',
    'de',
    '/docs/default/component/pay/de/start',
  ])
  expect(screen.getByRole('menuitem', { name: 'English' }).getAttribute('aria-current')).toBe('true')
  await user.click(item)
  expect((await screen.findByText('Hallo')).closest('article')?.getAttribute('lang')).toBe('de')
  expect(router.state.location.pathname).toBe('/docs/default/component/pay/de/start')
  // Navigation and search are of the language that is read.
  expect(await screen.findByRole('link', { name: 'Anfang' })).toBeDefined()
  expect(screen.getByRole('searchbox', { name: 'Search Zahlungen docs' })).toBeDefined()
})

test('an old version says which one is current, and the switch keeps the page where the other version has it', async () => {
  const versions: DocsVersion[] = [
    { version: '2.0', title: '2.0', aliases: [], prefix: '', isDefault: true },
    { version: '1.0', title: '1.0', aliases: [], prefix: '1.0/', isDefault: false },
  ]
  const old = { ...site, home: '1.0/', nav: [{ title: 'Old home', path: '1.0/' }] }
  const siteOf = (version: string | null) =>
    version === '1.0' ? { builtAt, site: old, version, versions } : { builtAt, site, version: '2.0', versions }
  const { screen, user, router } = open('/1.0/start', siteOf, {
    '': {},
    'start/': { html: '<h1>Start</h1><p>New text</p>' },
    '1.0/': {},
    '1.0/start/': { html: '<h1>Start</h1><p>Old text</p>' },
    'only/': { html: '<h1>Only</h1><p>Only here</p>' },
  })
  const notice = await screen.findByRole('note', { name: 'You are reading version 1.0; the current one is 2.0.' })
  expect(notice).toBeDefined()
  expect(await screen.findByRole('link', { name: 'Old home' })).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'This page in version 2.0' }))
  expect(await screen.findByText('New text')).toBeDefined()
  expect(router.state.location.pathname).toBe('/docs/default/component/pay/start')
  expect(screen.queryByText(/You are reading version/)).toBeNull()
  await router.navigate('/docs/default/component/pay/only')
  expect(await screen.findByText('Only here')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Version: 2.0' }))
  await user.click(await screen.findByRole('menuitem', { name: '1.0' }))
  // It has no such page, so it is opened at its start.
  expect(await screen.findByRole('button', { name: 'Version: 1.0' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/docs/default/component/pay/1.0')
})
