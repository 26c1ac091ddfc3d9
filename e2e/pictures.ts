import { chromiumLaunchOptions, startPortalProcess } from '@portico/core/testing/browser'
import { chromium, type Browser, type Page } from '@playwright/test'
import path from 'node:path'
import { startExample } from './example-server.ts'

const folder = path.join(import.meta.dirname, '../docs/images')
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

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

/** One picture of a page for each scheme and each size of screen. */
async function take(browser: Browser, { name, url, prepare }: Picture): Promise<void> {
  for (const [screen, device] of Object.entries(screens)) {
    const context = await browser.newContext({ ...device, locale: 'en-GB', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(url)
    await prepare(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await page.screenshot({ path: path.join(folder, `${name}-${screen}-${colorScheme}.png`), caret: 'hide', animations: 'disabled' })
    }
    await context.close()
  }
}

/** Takes the pictures of `docs/images` again: the shell around the home page of a real portal, and the page of the kit. */
export async function takePictures(): Promise<void> {
  const [portal, example] = await Promise.all([startPortalProcess(), startExample()])
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    await take(browser, {
      name: 'shell',
      url: portal.url,
      prepare: async page => {
        await enter(page)
        await page.getByText('All plugins are running').waitFor()
      },
    })
    await take(browser, { name: 'kit', url: `${example.url}/dev/ui/small`, prepare: enter })
  } finally {
    await browser.close()
    await Promise.all([portal.stop(), example.stop()])
  }
}
