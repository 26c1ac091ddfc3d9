import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser, type Page } from '@playwright/test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled, type CatalogClient } from '../catalog-server.ts'
import type { Figure, Row } from '../figure.ts'
import { median, percentile } from '../statistics.ts'
import { signIn, until, type SignedIn } from '../visits.ts'

const entities = 50_000
const drags = 7
const changedFiles = 20
const movesPerDrag = 20

interface Step {
  /** From the last movement of the slider until the list of that moment is drawn. */
  readonly drawnMs: number
  /** The times between frames while the slider moved. */
  readonly frames: readonly number[]
  readonly requests: number
  readonly bytes: number
}

/** A history: one file after the other is written with other lifecycles, and read again. */
async function changeFiles(folder: string, ask: CatalogClient): Promise<void> {
  const files = readdirSync(folder).filter(name => readFileSync(join(folder, name), 'utf8').includes('lifecycle: production'))
  for (let at = 0; at < changedFiles; at += 1) {
    const file = join(folder, files[Math.floor((at * files.length) / changedFiles)]!)
    const before = await ask.state()
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('lifecycle: production', 'lifecycle: deprecated'))
    while ((await ask.state()) === before) await wait(50)
  }
}

/** Runs in the page: the drag ends with the last input; the list is drawn when that of the moment has come and nothing is stale any more. */
const observe = `(() => {
  const begun = performance.now()
  const before = location.search
  const seen = { frames: [], drawnMs: undefined, requests: 0, bytes: 0 }
  window.step = seen
  let movedAt = begun
  let lastFrame = begun
  addEventListener('input', () => { movedAt = performance.now() }, { capture: true })
  const look = now => {
    if (location.search === before) seen.frames.push(now - lastFrame)
    lastFrame = now
    const list = document.querySelector('main table')
    const files = performance.getEntriesByType('resource').filter(({ name, startTime }) => startTime >= begun && new URL(name).pathname.startsWith('/api/catalog/'))
    const isThere = files.some(({ name, responseEnd }) => name.includes('by-query') && name.includes('asOf=') && responseEnd > 0)
    const isDrawn = location.search !== before && isThere && list && !list.hasAttribute('aria-busy') && list.querySelector('tbody tr td a')
    if (!isDrawn) return requestAnimationFrame(look)
    seen.requests = files.length
    seen.bytes = files.reduce((sum, { transferSize }) => sum + transferSize, 0)
    seen.drawnMs = performance.now() - movedAt
  }
  requestAnimationFrame(look)
})()`

/** Drags the slider to a share of its length, and waits for the list of that moment. */
async function drag(page: Page, share: number): Promise<Step> {
  const slider = page.getByRole('slider', { name: 'Moment' })
  const box = (await slider.boundingBox())!
  const now = await slider.evaluate(input => Number((input as HTMLInputElement).value) / Number((input as HTMLInputElement).max))
  const toX = (at: number) => box.x + 8 + at * (box.width - 16)
  const y = box.y + box.height / 2
  await page.mouse.move(toX(now), y)
  await page.evaluate(observe)
  await page.mouse.down()
  for (let move = 1; move <= movesPerDrag; move += 1) await page.mouse.move(toX(now + ((share - now) * move) / movesPerDrag), y)
  await page.mouse.up()
  await until(page, 'window.step.drawnMs !== undefined')
  await page.waitForLoadState('networkidle')
  return page.evaluate<Step>('window.step')
}

async function measureDrags(browser: Browser, url: string, storageState: SignedIn): Promise<Step[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  const page = await context.newPage()
  await page.goto(`${url}/catalog?filters[kind]=component&filters[user]=all&asOf=now`)
  await page.getByRole('slider', { name: 'Moment' }).waitFor()
  await page.waitForLoadState('networkidle')
  const steps: Step[] = []
  // Each stop is another one, so that none was asked for before; all are after everything was read in.
  for (let at = 0; at < drags; at += 1) steps.push(await drag(page, 0.97 - at * 0.04))
  await context.close()
  return steps
}

/** How smoothly the past of a large catalog is dragged over. */
export const timeSlider: Figure = {
  id: 'time-slider',
  about: `the time slider over the list of ${entities.toLocaleString('en')} entities in Chromium: until the list of a moment is drawn, median of ${drags}`,
  async measure(bench) {
    const { folder, config } = prepareOrganisation(bench, entities)
    const server = await bench.start(folder, { ...config, 'catalog.watchFiles': true })
    const browser = await chromium.launch(chromiumLaunchOptions())
    try {
      const ask = await openCatalog(server)
      await untilComplete(ask, entities + 1)
      await untilSettled(ask)
      await changeFiles(join(folder, 'organisation'), ask)
      await untilSettled(ask)
      const steps = await measureDrags(browser, server.url, await signIn(browser, server.url))
      const drawn = steps.map(({ drawnMs }) => drawnMs)
      return [
        { name: 'List of a moment, from the last movement of the slider', value: median(drawn), unit: 'ms', limit: 500, runs: drawn },
        {
          name: 'A frame while the slider is dragged, 95th percentile',
          value: percentile(
            steps.flatMap(({ frames }) => frames),
            0.95,
          ),
          unit: 'ms',
          limit: 50,
        },
        { name: 'Requests to the catalog for one drag', value: median(steps.map(({ requests }) => requests)), unit: 'requests' },
        { name: 'Answers for one drag', value: Math.max(...steps.map(({ bytes }) => bytes)) / 1e3, unit: 'kB', limit: 100 },
      ] satisfies Row[]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
