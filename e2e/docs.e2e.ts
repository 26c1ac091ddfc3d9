import type { Locator, Page } from '@playwright/test'
import { expect, test } from './generated-catalog.ts'
import { countFirstRequests } from './first-requests.ts'

const shots = process.env['PORTICO_SHOTS']

async function shoot(page: Page, name: string): Promise<void> {
  if (shots) await page.screenshot({ path: `${shots}/docs-${name}.png` })
}

test('from the list of docs to a page, its neighbours, its contents and a section found by search [DOCS-01, DOCS-02]', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Docs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Booking service' }).first()).toBeVisible({ timeout: 30_000 })
  await portal.checkAccessibility()
  await shoot(page, 'index-table')
  await page.getByRole('radio', { name: 'Cards' }).click()
  await expect(page).toHaveURL(/view=cards/)
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked()
  await shoot(page, 'index-cards')
  await page
    .getByRole('link', { name: /platform|Platform/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Engineering handbook' })).toBeVisible({ timeout: 30_000 })
  const nav = page.getByRole('navigation', { name: 'Pages of these docs' })
  await nav.getByRole('link', { name: 'Write a page' }).click()
  await expect(page).toHaveURL(/\/docs\/default\/system\/platform\/write-a-page$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Write a page/ }).last()).toBeVisible()
  await expect(page.locator('article img[src^="data:image/svg+xml;charset"]')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('article img.graphviz')).toBeVisible({ timeout: 30_000 })
  await portal.checkAccessibility()

  if (shots) await takePictures(page)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Formulas' }).click()
  await expect(page).toHaveURL(/#formulas$/)
  await expect(contents.getByRole('link', { name: 'Formulas' })).toHaveAttribute('aria-current', 'location')

  await page.getByRole('tab', { name: 'Make' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Make' })).toBeVisible()
  await expect(page.getByRole('tabpanel', { name: 'Bash' })).toBeHidden()

  await page.getByRole('link', { name: 'Read it' }).last().click()
  await expect(page).toHaveURL(/\/on-call#the-first-five-minutes$/)

  await page.getByRole('link', { name: /^Next/ }).click()
  await expect(page).toHaveURL(/\/write-a-page$/)
  await page.getByRole('button', { name: /^Enlarge image: From a commit/ }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /From a commit/ })).toBeVisible()
  await page.keyboard.press('+')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Zoom 150 %')
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await page.keyboard.type('kilometre')
  const hits = page.getByRole('region', { name: 'Search results' })
  await expect(hits.getByRole('link', { name: /Words/ })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#words$/)
})

// A violation of the content security policy is an error in the console, and every such error fails an e2e test.
test('diagrams of eight kinds are drawn under the content security policy without a violation', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  const sites = {
    'component/locker-firmware': ['', 'board', 'power', 'updates'],
    'component/invoice-runner': ['', 'runs', 'runs/sunday-night'],
    'component/dispatch-planner': ['how-a-plan-is-made'],
  }
  for (const [site, paths] of Object.entries(sites)) {
    for (const path of paths) {
      await page.goto(`${portal.url}/docs/default/${site}/${path}`)
      const image = page.locator('article [data-diagram] img')
      await expect(image, `${site}/${path}`).toBeVisible({ timeout: 60_000 })
      // An image that is no well-formed SVG has no size of its own.
      await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    }
  }
})

test('notes of code open beside their markers, and what is selected becomes a new issue that quotes it', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  await page.goto(`${portal.url}/docs/default/component/locker-firmware/board`)
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toContainText('The board', { timeout: 60_000 })
  expect(await page.evaluate(countFirstRequests)).toEqual([1, 1, 1])
  const note = article.getByRole('note', { name: 'Note 2' })
  await expect(note).toBeHidden()
  await article.getByRole('button', { name: 'Note 2' }).click()
  await expect(note).toContainText('A latch that has let go of a frozen door is a closed door.')
  await portal.checkAccessibility()
  await shoot(page, 'note')
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()

  await article.getByText('Revision D, since 2023.').selectText()
  const link = page.getByRole('link', { name: /^Open new GitHub issue/ })
  await expect(link).toBeVisible()
  await shoot(page, 'selection')
  const address = new URL((await link.getAttribute('href'))!)
  expect(address.origin + address.pathname).toBe('https://github.com/larkpost/locker-firmware/issues/new')
  expect(address.searchParams.get('title')).toMatch(/^Documentation feedback: Revision D, since 2023\./)
  expect(address.searchParams.get('body')).toContain('> Revision D, since 2023.')
  expect(address.searchParams.get('body')).toContain('https://github.com/larkpost/locker-firmware/edit/main/docs/board.md')
  await page.mouse.click(5, 400)
  await expect(link).toBeHidden()
})

test('an entity has its docs as a tab with the same reader, and another one shows those of its parent [DOCS-03]', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  await page.goto(`${portal.url}/catalog/default/component/booking-service/docs`)
  await expect(page.getByRole('navigation', { name: 'Pages of these docs' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('navigation', { name: 'Pages of these docs' }).getByRole('link', { name: 'Runbook' }).click()
  await expect(page).toHaveURL(/\/catalog\/default\/component\/booking-service\/docs\/runbook$/)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText('Runbook')
  await portal.checkAccessibility()
  await page.goto(`${portal.url}/docs/default/component/quote-engine`)
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText('Booking service', { timeout: 60_000 })
})

test('a page that is not there says so, with a way back', async ({ portal }) => {
  const { page } = portal
  portal.allowProblem(/404/)
  await portal.signIn()
  await page.goto(`${portal.url}/docs/default/system/platform/nowhere`)
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'To the start of these docs' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toContainText('Engineering handbook')
})

test('the text is as wide as that of Material, also beside the navigation of the portal, and wider without pages beside it', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/docs/default/system/platform/write-a-page')
  const article = page.getByRole('article')
  await expect(article).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeVisible()
  const width = async () => (await article.boundingBox())!.width
  expect(await width()).toBeGreaterThanOrEqual(688)
  await page.getByRole('button', { name: 'Pages beside the text' }).press('Enter')
  await expect.poll(width).toBe(860)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pages beside the text' })).toHaveAttribute('aria-expanded', 'false')
  await portal.checkAccessibility()
  // A tablet has the pages behind a button, and all of its width for the text.
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect.poll(width).toBeGreaterThanOrEqual(688)
  await expect(page.getByRole('button', { name: 'Pages', exact: true })).toBeVisible()
})

test('on a phone one line stands above the text: the title, the search, the contents and the pages', async ({ portal }) => {
  const { page } = portal
  await page.setViewportSize({ width: 390, height: 844 })
  await portal.signIn('/docs/default/system/platform/write-a-page')
  const heading = page.getByRole('article').getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible({ timeout: 60_000 })
  expect((await heading.boundingBox())!.y).toBeLessThan(100)
  const box = async (found: Locator) => (await found.boundingBox())!
  const search = page.getByRole('searchbox', { name: 'Search Engineering handbook docs' })
  const middles = [
    page.getByRole('heading', { level: 1, name: 'Platform' }),
    search,
    ...['On this page', 'Pages'].map(name => page.getByRole('button', { name, exact: true })),
  ]
  const lines = await Promise.all(middles.map(async found => box(found).then(({ y, height }) => Math.round(y + height / 2))))
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(2)
  await portal.checkAccessibility()
  await shoot(page, 'phone')

  const folded = await box(search)
  await search.focus()
  await expect.poll(async () => (await box(search)).width).toBe(358)
  expect((await box(search)).y).toBe(folded.y)
  await search.blur()
  await page.getByRole('button', { name: 'On this page' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Formulas' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('#formulas')).toBeInViewport()
  await page.getByRole('button', { name: 'Pages', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Being on call' }).click()
  await expect(page).toHaveURL(/\/on-call$/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

for (const [name, path] of [
  ['a page of docs', '/docs/default/system/platform/write-a-page'],
  ['a page on the tab of an entity', '/catalog/default/system/platform/docs/write-a-page'],
] as const) {
  test(`on paper ${name} is its text alone`, async ({ portal }) => {
    const { page } = portal
    await portal.signIn(path)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 })
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() => ({
      titles: [...document.querySelectorAll('h1')].filter(each => each.checkVisibility()).length,
      others: [...document.querySelectorAll('nav, header, button, input:not([type=checkbox]), select')]
        .filter(each => each.checkVisibility())
        .map(each => each.outerHTML.slice(0, 80)),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(printed).toEqual({ titles: 1, others: [], overflow: 0 })
    await expect(article.locator('pre').first()).toHaveCSS('white-space', 'pre-wrap')
    expect((await page.pdf({ format: 'A4' })).subarray(0, 4).toString()).toBe('%PDF')
  })
}

/** The whole page in every look, for those who judge it. */
async function takePictures(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/docs-page-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light', media: 'print' })
  await page.screenshot({ path: `${shots}/docs-print.png`, fullPage: true })
  await page.emulateMedia({ media: 'screen' })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${shots}/docs-phone.png` })
  await page.screenshot({ path: `${shots}/docs-phone-whole.png`, fullPage: true })
  if (size) await page.setViewportSize(size)
}

/** Diagrams that try to run something, to load something, and to lead elsewhere. */
const hostileDiagrams = [
  'graph TD\n  A["<img src=x onerror=window.pwned=1>"] --> B["<script>window.pwned=2</script>"]',
  'graph TD\n  A[go]\n  click A href "javascript:window.pwned=3"',
  '%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true}}}%%\ngraph TD\n  A["<iframe srcdoc=x></iframe>"]',
  '---\nconfig:\n  themeCSS: "* { background: url(https://evil.example/p) }"\n---\ngraph TD\n  A[styled]',
  'sequenceDiagram\n  participant A as <img src=x onerror=window.pwned=4>\n  link A: Evil @ javascript:window.pwned=5\n  A->>A: <b onmouseover=window.pwned=6>x</b>',
  'classDiagram\n  class A{\n   +String <img src=x onerror=window.pwned=7>\n  }',
]

test('a diagram runs nothing, loads nothing and leads nowhere', async ({ portal }) => {
  const { page } = portal
  // What the policy reports is in texts that the library parses to clean them.
  portal.allowProblem(/Executing inline event handler violates/)
  await page.route('**/api/techdocs/pages/**', async route => {
    const answer = (await (await route.fetch()).json()) as { html: string }
    const escaped = hostileDiagrams.map(code => code.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    await route.fulfill({ json: { ...answer, html: escaped.map(code => `<pre class="mermaid">${code}</pre>`).join('') } })
  })
  await portal.signIn('/docs/default/system/platform')
  const drawn = page.locator('article figure[data-diagram] img')
  await expect(drawn).toHaveCount(hostileDiagrams.length, { timeout: 30_000 })
  for (const diagram of await drawn.all()) await expect(diagram).toHaveAttribute('src', /^data:image\/svg\+xml/)
  expect(await page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined()
  expect(await page.locator('svg script, svg foreignObject iframe').count()).toBe(0)
})

test('docs in two languages: the switch leads to the same page, and navigation and search are of its language', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/docs/default/component/locker-gateway/stuck-doors')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toContainText('When a door is stuck', { timeout: 60_000 })
  await expect(article).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Language: English' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Deutsch' })).toHaveAttribute('hreflang', 'de')
  await portal.checkAccessibility()
  await shoot(page, 'languages')
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/locker-gateway\/de\/stuck-doors$/)
  await expect(article.getByRole('heading', { level: 1 })).toContainText('Wenn eine Tür klemmt')
  await expect(article).toHaveAttribute('lang', 'de')
  await page.getByRole('link', { name: /^Previous/ }).click()
  // Nobody has translated it.
  await expect(page).toHaveURL(/\/locker-gateway\/de\/protocol$/)
  await expect(article).toHaveAttribute('lang', 'en')
  await page.getByRole('navigation', { name: 'Pages of these docs' }).getByRole('link', { name: 'Anfang' }).click()
  await expect(page).toHaveURL(/\/locker-gateway\/de$/)
  await page.keyboard.press('/')
  await page.keyboard.type('riegel')
  const hits = page.getByRole('region', { name: 'Search results' })
  await expect(hits.getByRole('link').first()).toHaveAttribute('href', /\/locker-gateway\/de/, { timeout: 30_000 })
  await shoot(page, 'german')
})

test('docs in two versions: the old one says which is current, and the switch keeps the page where there is one', async ({ portal }) => {
  const { page } = portal
  // The old version has no such page.
  portal.allowProblem(/404/)
  await portal.signIn('/docs/default/component/tracking-service/late-scans')
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toContainText('Late scans', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Version: 2 (event log)' }).click()
  await page.getByRole('menuitem', { name: '1 (nightly files)' }).click()
  await expect(page).toHaveURL(/\/tracking-service\/1\/late-scans$/)
  await expect(article).toContainText('A scanner that was not handed in')
  const notice = page.getByRole('note', { name: 'You are reading version 1 (nightly files); the current one is 2 (event log).' })
  await expect(notice).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'old-version')
  await notice.getByRole('link', { name: 'This page in version 2 (event log)' }).click()
  await expect(page).toHaveURL(/\/tracking-service\/late-scans$/)
  await expect(notice).toBeHidden()
  await page.getByRole('navigation', { name: 'Pages of these docs' }).getByRole('link', { name: 'Using the graph' }).click()
  await expect(article.getByRole('heading', { level: 1 })).toContainText('graph')
  await page.getByRole('button', { name: 'Version: 2 (event log)' }).click()
  await page.getByRole('menuitem', { name: '1 (nightly files)' }).click()
  await expect(page).toHaveURL(/\/tracking-service\/1$/)
  await expect(article).toContainText('At two in the morning')
})
