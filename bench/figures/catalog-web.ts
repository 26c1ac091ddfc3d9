import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser, type Page } from '@playwright/test'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Figure, Row } from '../figure.ts'
import { median } from '../statistics.ts'
import { signIn, until, type SignedIn } from '../visits.ts'

const entities = 50_000
const visits = 7
/** None of these was asked for before in the same browser. */
const switched = ['APIs', 'Resources', 'Systems', 'Groups', 'Users'] as const

interface Visit {
  readonly firstRowMs: number
  readonly requests: number
  readonly scriptBytes: number
  readonly dataBytes: number
  readonly allBytes: number
}

/** Runs in the page before anything else: records when the first row of the list has been drawn, which is when the next frame begins. */
const observe = `
  const look = () => {
    if (document.querySelector('main table tbody tr td a')) requestAnimationFrame(() => { window.firstRowMs = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const report = `(() => {
  const files = performance.getEntriesByType('resource')
  const page = performance.getEntriesByType('navigation')[0]
  const sum = list => list.reduce((total, { transferSize }) => total + transferSize, 0)
  return {
    firstRowMs: window.firstRowMs,
    requests: files.length + 1,
    scriptBytes: sum(files.filter(({ name }) => new URL(name).pathname.endsWith('.js'))),
    dataBytes: sum(files.filter(({ name }) => new URL(name).pathname.startsWith('/api/'))),
    allBytes: sum(files) + page.transferSize,
  }
})()`

/** From the click on a filter until other rows are there and nothing is stale any more. */
const timeSwitch = `
  window.switchedMs = undefined
  addEventListener('click', ({ timeStamp }) => {
    const before = document.querySelector('main table tbody tr td a')?.getAttribute('href')
    const look = () => {
      const table = document.querySelector('main table')
      const first = table?.querySelector('tbody tr td a')?.getAttribute('href')
      const isNew = first && first !== before && !table.hasAttribute('aria-busy')
      if (isNew) window.switchedMs = performance.now() - timeStamp
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, { once: true, capture: true })
`

interface Visits {
  readonly cold: Visit
  readonly warm: Visit
  readonly switches: readonly number[]
}

/** The first visit of a browser, the choice of other kinds, and the next visit. */
async function visitTwice(browser: Browser, url: string, storageState: SignedIn): Promise<Visits> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  await context.addInitScript(observe)
  const page = await context.newPage()
  const cold = await openList(page, url)
  const switches: number[] = []
  for (const kind of switched) switches.push(await timeKind(page, kind))
  const warm = await openList(page, url)
  await context.close()
  return { cold, warm, switches }
}

async function openList(page: Page, url: string): Promise<Visit> {
  await page.goto(`${url}/catalog`)
  await until(page, 'window.firstRowMs !== undefined')
  await page.waitForLoadState('networkidle')
  return page.evaluate<Visit>(report)
}

async function timeKind(page: Page, kind: string): Promise<number> {
  const choice = page.getByRole('radio', { name: new RegExp(`^${kind} `) })
  await choice.waitFor()
  await page.evaluate(timeSwitch)
  await choice.click()
  await until(page, 'window.switchedMs !== undefined')
  return page.evaluate<number>('window.switchedMs')
}

/** How long opening a large catalog and filtering it takes. */
export const catalogWeb: Figure = {
  id: 'catalog-web',
  about: `the list of a catalog with ${entities.toLocaleString('en')} entities in Chromium: first row, another kind, bytes, median of ${visits}`,
  async measure(bench) {
    const { folder, config } = prepareOrganisation(bench, entities)
    const server = await bench.start(folder, config)
    const browser = await chromium.launch(chromiumLaunchOptions())
    try {
      const ask = await openCatalog(server)
      await untilComplete(ask, entities + 1)
      await untilSettled(ask)
      const signedIn = await signIn(browser, server.url)
      const seen: Visits[] = []
      for (let round = 0; round < visits; round++) seen.push(await visitTwice(browser, server.url, signedIn))
      const visit = seen[0]!.cold
      const rows = seen.map(each => each.cold.firstRowMs)
      const warmRows = seen.map(each => each.warm.firstRowMs)
      const switches = seen.flatMap(each => each.switches)
      return [
        { name: 'First row after a cold load', value: median(rows), unit: 'ms', limit: 1000, runs: rows },
        { name: 'First row after a warm load', value: median(warmRows), unit: 'ms', limit: 450, runs: warmRows },
        { name: 'First row after another kind was chosen', value: median(switches), unit: 'ms', limit: 300, runs: switches },
        { name: 'Requests of a cold load', value: visit.requests, unit: 'requests' },
        { name: 'JavaScript of a cold load, compressed', value: visit.scriptBytes / 1e3, unit: 'kB' },
        { name: 'Answers of a cold load', value: visit.dataBytes / 1e3, unit: 'kB' },
        { name: 'Everything of a cold load', value: visit.allBytes / 1e3, unit: 'kB' },
      ] satisfies Row[]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
