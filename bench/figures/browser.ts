import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { Figure, Row } from '../figure.ts'
import { median } from '../statistics.ts'
import { signIn, type SignedIn } from '../visits.ts'

const visits = 5
const slowDowns = [1, 4]

interface Visit {
  readonly firstPaintMs: number
  readonly firstContentMs: number
  readonly largestPaintMs: number
  readonly blockingMs: number
  readonly layoutShift: number
  readonly requests: number
  readonly scriptBytes: number
  readonly styleBytes: number
  readonly fontBytes: number
  readonly allBytes: number
}

/** Runs in the page before anything else: records the browser's performance entries. */
const observe = `
  window.seen = { largestPaintMs: 0, layoutShift: 0, tasks: [] }
  const watch = (type, tell) => new PerformanceObserver(list => list.getEntries().forEach(tell)).observe({ type, buffered: true })
  watch('largest-contentful-paint', entry => { seen.largestPaintMs = entry.startTime })
  watch('layout-shift', entry => { if (!entry.hadRecentInput) seen.layoutShift += entry.value })
  watch('longtask', entry => seen.tasks.push({ start: entry.startTime, ms: entry.duration }))
  const look = () => {
    if (document.querySelector('main h1')?.textContent) seen.firstContentMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const report = `(() => {
  const files = performance.getEntriesByType('resource')
  const page = performance.getEntriesByType('navigation')[0]
  const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const sum = list => list.reduce((total, { transferSize }) => total + transferSize, 0)
  const ending = end => sum(files.filter(({ name }) => new URL(name).pathname.endsWith(end)))
  return {
    ...seen,
    firstPaintMs,
    blockingMs: seen.tasks.filter(({ start }) => start >= firstPaintMs).reduce((total, { ms }) => total + Math.max(0, ms - 50), 0),
    requests: files.filter(({ transferSize }) => transferSize > 0).length + 1,
    scriptBytes: ending('.js'),
    styleBytes: ending('.css'),
    fontBytes: ending('.woff2'),
    allBytes: sum(files) + page.transferSize,
  }
})()`

async function visit(page: Page, url: string): Promise<Visit> {
  await page.goto(url)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<Visit>(report)
}

async function openPage(context: BrowserContext, slowDown: number): Promise<Page> {
  await context.addInitScript(observe)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return page
}

/** The first visit of a browser and the next one, repeated for a median. */
async function measureVisits(
  browser: Browser,
  url: string,
  storageState: SignedIn,
  slowDown: number,
): Promise<{ cold: Visit[]; warm: Visit[] }> {
  const cold: Visit[] = []
  const warm: Visit[] = []
  for (let round = 0; round < visits; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
    const page = await openPage(context, slowDown)
    cold.push(await visit(page, url))
    warm.push(await visit(page, url))
    await context.close()
  }
  return { cold, warm }
}

function timeRows(name: string, seen: readonly Visit[]): Row[] {
  const row = (what: string, unit: Row['unit'], of: (visit: Visit) => number): Row => {
    const runs = seen.map(of)
    return { name: `${name}: ${what}`, value: median(runs), unit, runs }
  }
  return [
    row('first paint', 'ms', each => each.firstPaintMs),
    row('first content', 'ms', each => each.firstContentMs),
    row('largest paint', 'ms', each => each.largestPaintMs),
    row('blocking', 'ms', each => each.blockingMs),
    row('layout shift in thousandths', 'points', each => each.layoutShift * 1000),
  ]
}

function sizeRows(name: string, [first]: readonly Visit[]): Row[] {
  if (!first) return []
  return [
    { name: `${name}: requests`, value: first.requests, unit: 'requests' },
    { name: `${name}: scripts`, value: first.scriptBytes / 1e3, unit: 'kB' },
    { name: `${name}: styles`, value: first.styleBytes / 1e3, unit: 'kB' },
    { name: `${name}: fonts`, value: first.fontBytes / 1e3, unit: 'kB' },
    { name: `${name}: everything`, value: first.allBytes / 1e3, unit: 'kB' },
  ]
}

/** How long opening the portal takes. */
export const browser: Figure = {
  id: 'browser',
  about: `the home page in Chromium: paints, blocking, shifts and bytes, cold and warm, also on a slow processor, median of ${visits}`,
  async measure(bench) {
    const server = await bench.start(await bench.warmFolder())
    const chrome = await chromium.launch(chromiumLaunchOptions())
    try {
      const rows: Row[] = []
      const signedIn = await signIn(chrome, server.url)
      for (const slowDown of slowDowns) {
        const { cold, warm } = await measureVisits(chrome, server.url, signedIn, slowDown)
        if (slowDown === 1) rows.push(...sizeRows('Home, cold', cold), ...sizeRows('Home, warm', warm))
        rows.push(...timeRows(`Home, cold, ${slowDown}x`, cold), ...timeRows(`Home, warm, ${slowDown}x`, warm))
      }
      return rows
    } finally {
      await chrome.close()
      await server.stop()
    }
  },
}
