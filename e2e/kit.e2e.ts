import type { Locator, Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './example-portal.ts'
import { widths } from './geometry.ts'

const groups = ['tables', 'panels', 'small', 'dialogs', 'picking', 'code', 'graphs', 'charts']
const still = { animations: 'disabled', caret: 'hide' } as const

// Pages as long as these are much work for axe, on a busy machine above all.
test.describe.configure({ timeout: 240_000 })

for (const group of groups) {
  test(`the ${group} of the kit look as they did, and are accessible, light and dark`, async ({ example }) => {
    const { page } = example
    // One sample shows what a picture that does not exist becomes.
    example.allowProblem(/404/)
    await openKit(example, group)
    const section = page.locator(`section#${group}`)
    await showWhole(page)
    test.info().snapshotSuffix = ''
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await (scheme === 'light' ? example.checkAccessibility() : example.checkColors())
      await expectToLookAsItDid(page, () => section.screenshot(still), `${group}-${scheme}`)
    }
  })
}

for (const group of ['tables', 'small']) {
  test(`the first screen of the ${group} of the kit looks as it did at every width, light and dark`, async ({ example }) => {
    const { page } = example
    example.allowProblem(/404/)
    await openKit(example, group)
    test.info().snapshotSuffix = ''
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // Without the navigation, which stands beside or below.
      const { x = 0 } = (await page.getByRole('main').boundingBox()) ?? {}
      const clip = { x, y: 0, width: width - x, height: 840 }
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await expectToLookAsItDid(page, () => page.screenshot({ ...still, clip }), `${group}-${width}-${scheme}`)
      }
    }
  })
}

test('what opens above the page of the kit is accessible, light and dark, and Escape closes it', async ({ example }) => {
  const { page } = example
  example.allowProblem(/404/)
  async function opens(control: Locator, shown: Locator) {
    await control.click()
    await expect(shown).toBeVisible()
    // The page below is checked with its group.
    await shown.evaluate(element => (element.closest('dialog') ?? element.closest('body > *'))?.setAttribute('data-overlay', ''))
    await page.emulateMedia({ colorScheme: 'light' })
    await example.checkAccessibility('[data-overlay]')
    await page.emulateMedia({ colorScheme: 'dark' })
    await example.checkColors('[data-overlay]')
    // Checking it in both colour schemes may lose the focus.
    if ((await shown.getAttribute('role')) === 'menuitem') await shown.focus()
    await page.keyboard.press('Escape')
    await expect(shown).toBeHidden()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const picker = (name: string) => page.getByRole('combobox', { name, exact: true })
  await openKit(example, 'dialogs')
  await opens(button('Open dialog'), page.getByRole('dialog', { name: 'Entity inspector' }))
  await opens(button('Open drawer'), page.getByRole('dialog', { name: 'Filters' }))
  await opens(button('Delete location'), page.getByRole('dialog', { name: 'Delete this location?' }))
  await openKit(example, 'small')
  await opens(button('Show the pages between'), page.getByRole('menuitem', { name: 'Payments' }))
  await opens(button('3 more'), page.getByText('a-tag-that-is-much-longer-than-the-others'))
  await opens(button('Support'), page.getByRole('link', { name: /#portal/ }))
  await openKit(example, 'tables')
  await opens(button('Table options'), page.getByRole('menuitem', { name: 'Export as CSV' }))
  await openKit(example, 'picking')
  await opens(picker('Owner'), page.getByRole('listbox', { name: 'Owner', exact: true }))
  await opens(picker('Failing'), page.getByText('Could not load the options'))
  await opens(picker('Empty'), page.getByText('There is nothing to choose from'))
})

test('a header has a type that leads to its parent, a hint on hover and focus, and tabs with content below [UI-08, UI-09, UI-10, UI-12]', async ({
  example,
}) => {
  const { page, server } = example
  await openKit(example, 'panels')
  const header = page.locator('header')
  await expect(header.getByRole('heading', { level: 1 })).toHaveText('UI kit')
  await expect(header.getByText('Every widget, in every state')).toBeVisible()
  const hint = page.getByRole('tooltip')
  await expect(hint).toBeHidden()
  await page.getByRole('button', { name: 'More about this page' }).hover()
  await expect(hint).toHaveText('What pages are made of. Not in a production build.')
  await expect(hint).toBeVisible()
  await page.mouse.move(700, 700)
  await expect(hint).toBeHidden()
  await page.getByRole('button', { name: 'More about this page' }).focus()
  await expect(hint).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hint).toBeHidden()
  const tabs = header.getByRole('navigation', { name: 'UI kit' })
  await tabs.getByRole('link', { name: 'Graphs' }).click()
  const content = page.getByRole('heading', { level: 2, name: 'Graphs' })
  await expect(content).toBeVisible()
  expect((await content.boundingBox())!.y).toBeGreaterThan((await tabs.boundingBox())!.y + (await tabs.boundingBox())!.height)
  await header.getByRole('link', { name: 'kit', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dev/ui`)
})

test('a production build has nothing of the page of the kit', () => {
  const folder = path.join(import.meta.dirname, '../app/dist/static')
  const scripts = readdirSync(folder).filter(name => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter(name => readFileSync(path.join(folder, name), 'utf8').includes('Every widget, in every state'))).toEqual([])
})

test('the filter panel of a table is 315 px wide [UI-60]', async ({ example }) => {
  example.allowProblem(/404/)
  await openKit(example, 'tables')
  expect((await example.page.getByRole('region', { name: 'Filters', exact: true }).boundingBox())?.width).toBe(315)
})

test('a header shrinks to one line when the page is scrolled, moves nothing, and is whole again for the keyboard', async ({ example }) => {
  const { page } = example
  await openKit(example, 'code')
  const header = page.locator('header')
  const headingTop = async () => (await page.getByRole('heading', { name: 'Markdown' }).boundingBox())!.y
  const whole = (await header.boundingBox())!.height
  const before = await headingTop()
  await page.evaluate('window.scrollTo(0, 300)')
  await expect(header).toHaveAttribute('data-shrunk', 'true')
  expect(await header.boundingBox()).toMatchObject({ y: 0, height: 48 })
  expect(await headingTop()).toBe(before - 300)
  await expect(header.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(header.getByRole('link', { name: 'Graphs' })).toBeInViewport()
  await expect(header.getByRole('button', { name: 'Register widget' })).toBeInViewport()
  await example.checkAccessibility()
  await header.getByRole('link', { name: 'Development' }).focus()
  await expect(header).toHaveAttribute('data-shrunk', 'false')
  await expect(header.getByRole('link', { name: 'Development' })).toBeInViewport()
  await page.getByRole('main').focus()
  await page.evaluate('window.scrollTo(0, 0)')
  await expect(header).toHaveAttribute('data-shrunk', 'false')
  expect((await header.boundingBox())!.height).toBe(whole)
  expect(await headingTop()).toBe(before)
})

async function openKit({ page, server }: { page: Page; server: { url: string } }, group: string) {
  await page.clock.setFixedTime('2026-11-15T12:00:00Z')
  await page.goto(`${server.url}/dev/ui/${group === 'tables' ? '' : group}`)
  const enter = page.getByRole('button', { name: 'Enter' })
  const shown = page.locator(`section#${group}`)
  await enter.or(shown).first().waitFor()
  if (await enter.isVisible()) await enter.click()
  await shown.waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** Parts out of view are not always measured, and would be drawn with estimated sizes: the window becomes as high as the page. */
async function showWhole(page: Page): Promise<void> {
  let height = 0
  await expect
    .poll(async () => {
      const before = height
      height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width: 1280, height })
      return height === before
    })
    .toBe(true)
}

/** On a busy machine a table may not have the width of its page yet: it has some time to look as it did. */
async function expectToLookAsItDid(page: Page, take: () => Promise<Buffer>, name: string): Promise<void> {
  const looksAsItDid = async () =>
    expect(await picture(page, take)).toMatchSnapshot(`${name}.png`, { threshold: 0.08, maxDiffPixelRatio: 0.004 })
  await expect(looksAsItDid).toPass({ timeout: 20_000 })
}

const scale = 4

/**
 * What is on the screen, once it no longer changes, at a quarter of its size: every pixel is the mean of sixteen, so that how a machine smooths
 * the edges of letters does not count, while a moved box, another colour or another size do.
 */
async function picture(page: Page, take: () => Promise<Buffer>): Promise<Buffer> {
  let last = ''
  await expect
    .poll(async () => {
      const before = last
      last = (await take()).toString('base64')
      return last === before
    })
    .toBe(true)
  const small = await page.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${last}')).blob())
    const full = image.width, width = Math.floor(full / ${scale}), height = Math.floor(image.height / ${scale})
    const whole = new OffscreenCanvas(full, image.height).getContext('2d')
    whole.drawImage(image, 0, 0)
    const from = whole.getImageData(0, 0, full, image.height).data
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    const small = context.createImageData(width, height), to = small.data
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) for (let channel = 0; channel < 4; channel++) {
      let sum = 0
      for (let dy = 0; dy < ${scale}; dy++) for (let dx = 0; dx < ${scale}; dx++)
        sum += from[((y * ${scale} + dy) * full + x * ${scale} + dx) * 4 + channel]
      to[(y * width + x) * 4 + channel] = sum / ${scale * scale}
    }
    context.putImageData(small, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1]
  })()`)
  return Buffer.from(small, 'base64')
}
