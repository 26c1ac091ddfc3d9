import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser } from '@playwright/test'
import type { Row } from './figure.ts'
import { median } from './statistics.ts'
import { signIn, until, type SignedIn } from './visits.ts'

const visits = 5

/** Runs in the page before anything else: records when the first result has been drawn, which is when the next frame begins. */
const observe = `
  const look = () => {
    if (document.querySelector('main ol a')) requestAnimationFrame(() => { window.firstResultMs = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** From a key in the palette until the rows of what was typed so far are there. */
const timeKey = `
  window.rowsMs = undefined
  addEventListener('keydown', ({ timeStamp }) => {
    const rows = () => document.querySelector('dialog [role=listbox]')?.textContent
    const before = rows()
    const look = () => {
      if (rows() !== before) window.rowsMs = performance.now() - timeStamp
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true })
`

/** What searching takes in Chromium: the page after a cold load, and the palette after a key. */
export async function measureSearchVisits(url: string, word: string): Promise<Row[]> {
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    const signedIn = await signIn(browser, url)
    const pages: number[] = []
    const keys: number[] = []
    for (let round = 0; round < visits; round++) {
      const seen = await visit(browser, { url, word, signedIn })
      pages.push(seen.firstResultMs)
      keys.push(...seen.keys)
    }
    return [
      { name: 'First result of the search page after a cold load', value: median(pages), unit: 'ms', limit: 1000, runs: pages },
      { name: 'Rows of the palette after a key', value: median(keys), unit: 'ms', limit: 60, runs: keys },
    ]
  } finally {
    await browser.close()
  }
}

async function visit(browser: Browser, { url, word, signedIn }: { url: string; word: string; signedIn: SignedIn }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: signedIn })
  await context.addInitScript(observe)
  const page = await context.newPage()
  await page.goto(`${url}/search?query=${encodeURIComponent(word)}`)
  await until(page, 'window.firstResultMs !== undefined')
  const firstResultMs = await page.evaluate<number>('window.firstResultMs')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { expanded: true }).waitFor()
  const keys: number[] = []
  for (const letter of word.slice(0, 5)) {
    await page.evaluate(timeKey)
    await page.keyboard.press(letter)
    await until(page, 'window.rowsMs !== undefined')
    keys.push(await page.evaluate<number>('window.rowsMs'))
  }
  await context.close()
  return { firstResultMs, keys }
}
