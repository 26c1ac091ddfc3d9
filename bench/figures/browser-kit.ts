import { chromiumLaunchOptions } from '@portico/core/testing/browser'
import { chromium, type Locator, type Page } from '@playwright/test'
import { startExample } from '../../e2e/example-server.ts'
import type { Figure, Row } from '../figure.ts'
import { frameTime } from '../frames.ts'

const steps = 60

/** From the press of a button until each of some selectors is found in a frame, by the clock of the page. */
async function timesToDraw(page: Page, button: string, drawn: readonly string[]): Promise<number[]> {
  const control = page.getByRole('button', { name: button, exact: true })
  await control.evaluate(
    (_, selectors) =>
      void Function(
        'selectors',
        `window.drawnAfter = []
         addEventListener('click', ({ timeStamp }) => {
           const look = () => {
             selectors.forEach((selector, index) => {
               if (document.querySelector(selector)) window.drawnAfter[index] ??= performance.now() - timeStamp
             })
             if (selectors.some((_, index) => window.drawnAfter[index] === undefined)) requestAnimationFrame(look)
           }
           requestAnimationFrame(look)
         }, { once: true, capture: true })`,
      )(selectors),
    drawn,
  )
  await control.click()
  const isDrawn = `window.drawnAfter.filter(time => time !== undefined).length === ${drawn.length}`
  await page.waitForFunction(isDrawn, undefined, { timeout: 120_000 })
  return page.evaluate<number[]>('window.drawnAfter')
}

async function timeToDraw(page: Page, button: string, drawn: string): Promise<number> {
  const [time = 0] = await timesToDraw(page, button, [drawn])
  return time
}

async function middleOf(part: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the element to measure is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function measureGraph(page: Page, count: string): Promise<Row[]> {
  // While a better layout is still being made, the group is busy.
  const [first = 0, drawn = 0] = await timesToDraw(page, `${count} nodes`, [
    '[aria-label="Very many nodes"] [data-node]',
    '[aria-label="Very many nodes"]:not([aria-busy="true"]) [data-node]',
  ])
  const graph = page.getByRole('group', { name: 'Very many nodes' })
  await page.getByRole('button', { name: 'Fit to view' }).click()
  const { x, y } = await middleOf(graph)
  const dragging = await frameTime(page, async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 0; step < steps; step++) await page.mouse.move(x + 3 * step, y + step)
    await page.mouse.up()
  })
  const zooming = await frameTime(page, async () => {
    await page.keyboard.down('Control')
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, step < steps / 2 ? -60 : 60)
    await page.keyboard.up('Control')
  })
  return [
    { name: `Graph of ${count} nodes: first picture`, value: first, unit: 'ms' },
    { name: `Graph of ${count} nodes: drawn`, value: drawn, unit: 'ms' },
    { name: `Graph of ${count} nodes: a frame while it is dragged`, value: dragging, unit: 'ms' },
    { name: `Graph of ${count} nodes: a frame while it is zoomed`, value: zooming, unit: 'ms' },
  ]
}

async function measureLog(page: Page): Promise<Row[]> {
  const drawn = await timeToDraw(page, '100,000 lines', '[aria-label="Very many lines"] [data-line]')
  const log = page.getByRole('log', { name: 'Very many lines' })
  const { x, y } = await middleOf(log)
  await page.mouse.move(x, y)
  const scrolling = await frameTime(page, async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 600)
  })
  const begun = performance.now()
  await page.getByRole('searchbox', { name: 'Search in log' }).fill('registry')
  await page.getByText(/^1 of /).waitFor()
  const searched = performance.now() - begun
  return [
    { name: 'Log of 100,000 lines: drawn', value: drawn, unit: 'ms' },
    { name: 'Log of 100,000 lines: a frame while it is scrolled', value: scrolling, unit: 'ms' },
    { name: 'Log of 100,000 lines: from the last letter to the first match', value: searched, unit: 'ms' },
  ]
}

async function measureTable(page: Page): Promise<Row[]> {
  const drawn = await timeToDraw(page, '50,000 rows', '[aria-label="Very many rows"] [data-row]')
  const { x, y } = await middleOf(page.getByRole('row').nth(5))
  await page.mouse.move(x, y)
  const scrolling = await frameTime(page, async () => {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, 600)
  })
  return [
    { name: 'Table of 50,000 rows: drawn', value: drawn, unit: 'ms' },
    { name: 'Table of 50,000 rows: a frame while it is scrolled', value: scrolling, unit: 'ms' },
  ]
}

/** The widgets with the largest data. */
export const browserKit: Figure = {
  id: 'browser-kit',
  about: 'large graphs, a long log and a long table in Chromium: until they are drawn, and how smoothly they move',
  async measure() {
    const example = await startExample({ minify: true })
    const chrome = await chromium.launch(chromiumLaunchOptions())
    try {
      const page = await chrome.newPage({ viewport: { width: 1440, height: 900 } })
      await page.goto(`${example.url}/dev/ui/many`)
      await page.getByRole('button', { name: 'Enter' }).click()
      await page.getByRole('group', { name: 'How many' }).waitFor()
      const graphs: Row[] = []
      for (const count of ['50', '500', '2,000']) graphs.push(...(await measureGraph(page, count)))
      return [...graphs, ...(await measureLog(page)), ...(await measureTable(page))]
    } finally {
      await chrome.close()
      await example.stop()
    }
  },
}
