import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeOpenapi } from '../api-definitions.ts'
import type { Figure, Row } from '../figure.ts'
import { keyWork } from '../key-work.ts'
import { median, percentile } from '../statistics.ts'
import { signIn, until, type SignedIn } from '../visits.ts'
import { signInAsGuest } from './throughput.ts'

const visits = 5
const small = { name: 'small', operations: 50, bytes: 100_000 }
const large = { name: 'large', operations: 2000, bytes: 10_000_000 }
const typed = 'things 1234 update parcel'

/** Runs in the page before anything else: records when the first operation has been drawn, which is when the next frame begins, and long tasks. */
const observe = `
  window.longestTaskMs = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration)
  }).observe({ type: 'longtask', buffered: true })
  const isThere = () => [...document.querySelectorAll('main article h2')].some(({ textContent }) => textContent.startsWith('/'))
  const look = () => {
    if (isThere()) requestAnimationFrame(() => { window.firstOperationMs = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((total, { transferSize }) => total + transferSize, 0)`

const addressOf = (name: string) => `/catalog/default/api/${name}/definition`

/** The definition of an API in Chromium. */
export const apiDocs: Figure = {
  id: 'api-docs',
  about: `an OpenAPI definition of ${small.operations} operations and one of 10 MB with ${large.operations} in Chromium, cold, median of ${visits}`,
  async measure(bench) {
    const folder = bench.freshFolder()
    const server = await bench.start(bench.freshFolder(), { 'catalog.locations': [{ type: 'file', target: writeApis(folder) }] })
    await waitForOutlines(server.url)
    const browser = await chromium.launch(chromiumLaunchOptions())
    try {
      const signedIn = await signIn(browser, server.url)
      const shell = await scriptsOf(browser, `${server.url}/nowhere`, signedIn)
      const few = await visitOften(browser, `${server.url}${addressOf(small.name)}`, signedIn)
      const many = await visitOften(browser, `${server.url}${addressOf(large.name)}`, signedIn)
      const keys = await typeSearch(browser, `${server.url}${addressOf(large.name)}`, signedIn)
      const text = await openText(browser, `${server.url}${addressOf(large.name)}?view=text`, signedIn)
      const size = `${large.operations} operations in 10 MB`
      return [
        { name: `First operation of ${small.operations}, cold`, value: median(few.firstMs), unit: 'ms', limit: 1000, runs: few.firstMs },
        { name: `First operation of ${size}, cold`, value: median(many.firstMs), unit: 'ms', limit: 1500, runs: many.firstMs },
        { name: `Longest task on the main thread, ${size}`, value: median(many.longestMs), unit: 'ms', limit: 100, runs: many.longestMs },
        { name: 'Longest task on the main thread, text of 10 MB', value: text, unit: 'ms', limit: 100 },
        { name: 'JavaScript of an OpenAPI definition beyond the shell', value: (few.bytes - shell) / 1000, unit: 'kB', limit: 130 },
        { name: `A key in the search of ${size}, 95th percentile`, value: percentile(keys, 0.95), unit: 'ms', limit: 16, runs: keys },
      ] satisfies Row[]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

/** Writes both definitions, and returns the file that describes their APIs. */
function writeApis(folder: string): string {
  const entities = [small, large].map(({ name, operations, bytes }) => {
    writeOpenapi(path.join(folder, `${name}.json`), { operations, bytes })
    const spec = { type: 'openapi', lifecycle: 'production', owner: 'nobody', definition: { $text: `./${name}.json` } }
    return JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind: 'API', metadata: { name }, spec })
  })
  const target = path.join(folder, 'catalog-info.yaml')
  writeFileSync(target, entities.join('\n---\n'))
  return target
}

/** Until both have been read: what is measured is a visit, not the reading. */
async function waitForOutlines(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${await signInAsGuest(url)}` }
  for (const { name } of [small, large])
    while ((await fetch(`${url}/api/api-docs/definitions/default/api/${name}`, { headers })).status !== 200) await wait(200)
}

async function open(browser: Browser, address: string, storageState: SignedIn): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  await context.addInitScript(observe)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

async function scriptsOf(browser: Browser, address: string, signedIn: SignedIn): Promise<number> {
  const page = await open(browser, address, signedIn)
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = await page.evaluate<number>(scriptBytes)
  await page.context().close()
  return bytes
}

async function visitOften(browser: Browser, address: string, signedIn: SignedIn) {
  const firstMs: number[] = []
  const longestMs: number[] = []
  let bytes = 0
  for (let round = 0; round < visits; round++) {
    const page = await open(browser, address, signedIn)
    await until(page, 'window.firstOperationMs !== undefined')
    firstMs.push(await page.evaluate<number>('window.firstOperationMs'))
    await page.waitForLoadState('networkidle')
    longestMs.push(await page.evaluate<number>('window.longestTaskMs'))
    bytes = await page.evaluate<number>(scriptBytes)
    await page.context().close()
  }
  return { firstMs, longestMs, bytes }
}

async function typeSearch(browser: Browser, address: string, signedIn: SignedIn): Promise<number[]> {
  const page = await open(browser, address, signedIn)
  await until(page, 'window.firstOperationMs !== undefined')
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox', { name: /^Search [\d,]+ items$/ }).click()
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  for (const letter of typed) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }
  const work = keyWork(await browser.stopTracing())
  await page.context().close()
  return work
}

async function openText(browser: Browser, address: string, signedIn: SignedIn): Promise<number> {
  const page = await open(browser, address, signedIn)
  await page.getByRole('textbox', { name: 'Text of the definition' }).waitFor()
  await page.waitForLoadState('networkidle')
  await wait(500)
  const longest = await page.evaluate<number>('window.longestTaskMs')
  await page.context().close()
  return longest
}
