import { chromiumLaunchOptions, startPortalProcess, type PortalProcess } from '@portico/core/testing/browser'
import { chromium, type Browser, type Page } from '@playwright/test'
import path from 'node:path'
import { startExample } from './example-server.ts'
import { startNewcomersPortal } from './larkpost.ts'

const folder = path.join(import.meta.dirname, '../docs/images')
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const
const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

interface Picture {
  readonly name: string
  readonly url: string
  /** Makes the page ready. */
  readonly prepare: (page: Page) => Promise<void>
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

/** A portal of the example organisation, in which one of its people signs in. */
async function startLarkpost(config: Readonly<Record<string, unknown>> = {}): Promise<PortalProcess> {
  const target = path.join(import.meta.dirname, '../examples/catalog-info.yaml')
  const portal = await startPortalProcess({
    organization: { name: 'Larkpost' },
    auth: { environment: 'development', providers: { guest: { userEntityRef: 'user:default/tomas.verbeke' } } },
    catalog: { rules: [{ allow: kinds }], locations: [{ type: 'file', target }] },
    home: {
      clocks: [
        { label: 'Lisbon', timeZone: 'Europe/Lisbon' },
        { label: 'Nairobi', timeZone: 'Africa/Nairobi' },
      ],
      toolkit: [
        { title: 'Dashboards', url: 'https://dashboards.larkpost.example', icon: 'dashboard' },
        { title: 'Chat', url: 'https://chat.larkpost.example', icon: 'chat' },
      ],
    },
    ...config,
  })
  return portal
}

/** Opens some pages, so that the home page has visits, and waits until its widgets have their content. */
async function enterHome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter' }).click()
  // The sign-in page has a heading too.
  await page.getByRole('link', { name: 'Catalog' }).first().waitFor()
  const { origin } = new URL(page.url())
  for (const to of ['/catalog/default/component/booking-service', '/docs', '/catalog', '/']) {
    await page.goto(`${origin}${to}`)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  // What the example's past brings while it is read in is told by alerts, which go by themselves.
  await page.locator('[data-severity][role]').waitFor({ state: 'detached', timeout: 90_000 })
  await page.reload()
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
}

async function shoot(page: Page, file: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.screenshot({ path: path.join(folder, file), caret: 'hide', animations: 'disabled' })
}

/** One picture of a page for each scheme and each size of screen. */
async function take(browser: Browser, { name, url, prepare }: Picture): Promise<void> {
  for (const [screen, device] of Object.entries(screens)) {
    const context = await browser.newContext({ ...device, locale: 'en-GB', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(url)
    await prepare(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await shoot(page, `${name}-${screen}-${colorScheme}.png`)
    }
    await context.close()
  }
}

/** The home page at the size of a laptop, in one scheme for each file. */
async function takeHome(browser: Browser, url: string, files: Readonly<Partial<Record<'light' | 'dark', string>>>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url)
  await enterHome(page)
  for (const [colorScheme, file] of Object.entries(files) as ['light' | 'dark', string][]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await shoot(page, file)
  }
  await context.close()
}

const acmeLogo = (ink: string) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32" viewBox="0 0 120 32"><circle cx="16" cy="16" r="13" fill="#0f766e"/><path d="M10 22 16 9l6 13" fill="none" stroke="#fff" stroke-width="3"/><text x="38" y="22" font-family="Georgia, serif" font-weight="700" font-size="19" fill="${ink}">Acme</text></svg>`,
  ).toString('base64')}`

/** The portal as the guide to branding sets it up. */
function startAcme(): Promise<PortalProcess> {
  const branding = { accent: '#0f766e', logo: acmeLogo('#134e4a'), logoDark: acmeLogo('#ccfbf1') }
  return startLarkpost({ app: { title: 'Acme Portal', branding }, organization: { name: 'Acme' } })
}

/** Takes the pictures of `docs/images` again: the home page of a newcomer, of another portal, and under another name, and the page of the kit. */
export async function takePictures(): Promise<void> {
  const [newcomers, portal, acme, example] = await Promise.all([startNewcomersPortal(), startLarkpost(), startAcme(), startExample()])
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    await takeHome(browser, newcomers.url, { light: 'home.png' })
    await takeHome(browser, acme.url, { light: 'branding-home.png', dark: 'branding-dark.png' })
    await take(browser, { name: 'shell', url: portal.url, prepare: enterHome })
    await take(browser, { name: 'kit', url: `${example.url}/dev/ui/small`, prepare: enter })
  } finally {
    await browser.close()
    await Promise.all([newcomers.stop(), portal.stop(), acme.stop(), example.stop()])
  }
}
