import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { frameTime } from '../frames.ts'
import { keyWork } from '../key-work.ts'
import { median, percentile } from '../statistics.ts'
import { signIn, until, type SignedIn } from '../visits.ts'

const visits = 5
const fields = 100
const typed = 'the quick brown fox jumps over the lazy dog and goes home again'

/** Runs in the page before anything else: records when the first field of a form has been drawn, which is when the next frame begins. */
const observe = `
  const look = () => {
    if (document.querySelector('main form input')) requestAnimationFrame(() => { window.firstFieldMs = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

const scripts = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])`

async function open(
  browser: Browser,
  url: string,
  storageState: SignedIn,
  address: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  await context.addInitScript(observe)
  const page = await context.newPage()
  await page.goto(`${url}${address}`)
  return { context, page }
}

/** The form of a template: how soon it can be filled in, what it loads, and how it feels to type. */
export const wizard: Figure = {
  id: 'wizard',
  about: `the form of a template with ${fields} fields in Chromium: first field, JavaScript on top of the shell, typing, median of ${visits}`,
  async measure(bench) {
    const folder = bench.freshFolder()
    const server = await bench.start(folder, {
      'catalog.locations': [{ type: 'file', target: writeTemplate(folder) }],
      'catalog.rules': [{ allow: ['Template'] }],
    })
    const browser = await chromium.launch(chromiumLaunchOptions())
    try {
      const signedIn = await signIn(browser, server.url)
      const shell = await scriptsOf(browser, server.url, signedIn, '/no-such-page')
      const address = '/create/templates/default/long-form'
      const firstMs: number[] = []
      for (let round = 0; round < visits; round++) {
        const { context, page } = await open(browser, server.url, signedIn, address)
        await until(page, 'window.firstFieldMs !== undefined')
        firstMs.push(await page.evaluate<number>('window.firstFieldMs'))
        await context.close()
      }
      const form = await scriptsOf(browser, server.url, signedIn, address)
      const added = [...form].filter(([name]) => !shell.has(name)).reduce((total, [, bytes]) => total + bytes, 0)
      const typing = await typeInto(browser, server.url, signedIn, address)
      return [
        { name: 'First field after a cold load', value: median(firstMs), unit: 'ms', limit: 900, runs: firstMs },
        { name: 'JavaScript of the form on top of the shell, compressed', value: added / 1e3, unit: 'kB', limit: 160 },
        {
          name: `A key in a form of ${fields} fields: work until it is painted, 95th percentile`,
          value: percentile(typing.work, 0.95),
          unit: 'ms',
          limit: 16,
          runs: typing.work,
        },
        { name: `A frame while somebody types in a form of ${fields} fields`, value: typing.frameMs, unit: 'ms', limit: 17 },
      ]
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}

async function scriptsOf(browser: Browser, url: string, signedIn: SignedIn, address: string): Promise<Map<string, number>> {
  const { context, page } = await open(browser, url, signedIn, address)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate<[string, number][]>(scripts)
  await context.close()
  return new Map(found)
}

/** What each key costs, one at a time, and the frames while keys come as fast as from a fast typist. */
async function typeInto(browser: Browser, url: string, signedIn: SignedIn, address: string): Promise<{ work: number[]; frameMs: number }> {
  const { context, page } = await open(browser, url, signedIn, address)
  await page.getByRole('textbox', { name: 'Field 50', exact: true }).click()
  await page.keyboard.type('warm up')
  await page.waitForLoadState('networkidle')
  const frameMs = await frameTime(page, () => page.keyboard.type(typed, { delay: 40 }))
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  for (const letter of typed) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }
  const work = keyWork(await browser.stopTracing())
  await context.close()
  if (work.length !== typed.length) throw new Error(`${typed.length} keys were pressed, and ${work.length} were painted`)
  return { work, frameMs }
}

function writeTemplate(folder: string): string {
  const file = join(folder, 'long-form.yaml')
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, at) => [
      `field${at + 1}`,
      { title: `Field ${at + 1}`, type: 'string', description: 'Any text.', maxLength: 200 },
    ]),
  )
  const template = {
    apiVersion: 'scaffolder.backstage.io/v1beta3',
    kind: 'Template',
    metadata: { name: 'long-form', title: 'Long form' },
    spec: {
      type: 'service',
      parameters: [{ title: 'All of it', properties }],
      steps: [{ id: 'log', action: 'debug:log', input: { message: 'x' } }],
    },
  }
  writeFileSync(file, JSON.stringify(template))
  return file
}
