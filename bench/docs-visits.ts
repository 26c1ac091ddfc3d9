import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser } from '@playwright/test'
import type { Row } from './figure.ts'
import { median } from './statistics.ts'
import { signIn, until, type SignedIn } from './visits.ts'

const visits = 5

/** Runs in the page before anything else: records when the first paragraph of a docs page has been drawn, which is when the next frame begins. */
const observe = `
  const look = () => {
    if (document.querySelector('article p')) requestAnimationFrame(() => { window.firstContentMs = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

/** From the press of a link in the navigation until the heading of its page is there. */
const timeNext = `
  window.nextMs = undefined
  const before = document.querySelector('article h1').textContent
  addEventListener('click', ({ timeStamp }) => {
    const look = () => {
      if (document.querySelector('article h1')?.textContent !== before) window.nextMs = performance.now() - timeStamp
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true })
`

/** The scripts of a page, as they came over the network. */
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((total, { transferSize }) => total + transferSize, 0)`

/** What reading docs takes in Chromium: the first page after a cold load, the next ones, and the scripts beyond those of the shell. */
export async function measureDocsVisits(url: string, site: string): Promise<Row[]> {
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    const signedIn = await signIn(browser, url)
    const shellBytes = await scriptsOf(browser, `${url}/nowhere`, signedIn)
    const rounds: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < visits; round++) rounds.push(await visit(browser, `${url}${site}`, signedIn))
    const first = rounds.map(({ firstContentMs }) => firstContentMs)
    const next = rounds.flatMap(({ nextMs }) => nextMs)
    return [
      { name: 'First content of the reader after a cold load', value: median(first), unit: 'ms', limit: 700, runs: first },
      { name: 'Another page of the site', value: median(next), unit: 'ms', limit: 100, runs: next },
      {
        name: 'JavaScript of a page without Mermaid, beyond that of the shell',
        value: (median(rounds.map(({ bytes }) => bytes)) - shellBytes) / 1000,
        unit: 'kB',
        limit: 60,
      },
    ]
  } finally {
    await browser.close()
  }
}

async function scriptsOf(browser: Browser, address: string, signedIn: SignedIn): Promise<number> {
  const context = await browser.newContext({ storageState: signedIn })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate<number>(scriptBytes)
  await context.close()
  return bytes
}

async function visit(browser: Browser, address: string, signedIn: SignedIn) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: signedIn })
  await context.addInitScript(observe)
  const page = await context.newPage()
  await page.goto(address)
  await until(page, 'window.firstContentMs !== undefined')
  const firstContentMs = await page.evaluate<number>('window.firstContentMs')
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate<number>(scriptBytes)
  const nextMs: number[] = []
  for (const number of [5, 6, 7]) {
    await page.evaluate(timeNext)
    await page
      .getByRole('link', { name: `Page ${number}`, exact: true })
      .first()
      .click()
    await until(page, 'window.nextMs !== undefined')
    nextMs.push(await page.evaluate<number>('window.nextMs'))
  }
  await context.close()
  return { firstContentMs, nextMs, bytes }
}
