import type { Page } from '@playwright/test'
import { expect } from '@portico/core/testing/browser'
import { test } from './larkpost.ts'

const shots = process.env['PORTICO_SHOTS']
const wide = { width: 1440, height: 900 }

/** Light and dark, wide and on a phone. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const [screen, size] of Object.entries({ wide, phone: { width: 390, height: 844 } })) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `${shots}/try-${name}-${screen}-${colorScheme}.png`, fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(wide)
}

const itemPath = (api: string, item: string) => `/catalog/default/api/${api}/definition?${new URLSearchParams({ item })}`

test('a reader tries the Booking API on a first visit: samples, a request, its answer, and one that deletes', async ({ portal }) => {
  const { page } = portal
  page.setDefaultTimeout(30_000)
  await page.setViewportSize(wide)
  await portal.signIn(itemPath('booking-api', 'operation GET /bookings/{parcelNumber}'))
  const samples = page.getByRole('region', { name: 'Code samples' })
  await expect(samples.getByText('X-Larkpost-Key: <key>')).toBeVisible()
  await samples.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Python' }).click()
  await expect(samples.getByText('requests.get')).toBeVisible()

  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('button', { name: 'Try it' }).click()
  const number = trial.getByRole('textbox', { name: /^parcelNumber/ })
  await number.fill('LP0')
  await trial.getByLabel('Key (shopKey)').fill('typed-secret')
  await number.press('Control+Enter')
  await expect(trial.getByRole('status')).toContainText('404 Not Found')
  await expect(trial.getByText('Nobody here has seen LP0')).toBeVisible()
  await number.fill('LP44102800751')
  await trial.getByRole('button', { name: 'Send' }).click()
  await expect(trial.getByRole('status')).toContainText('200 OK')
  await expect(trial.getByText('out-for-delivery')).toBeVisible()
  await portal.checkAccessibility()
  await shoot(page, 'answer')

  await test.step('a secret is shared between the operations of an API, and a DELETE asks first', async () => {
    await page.getByRole('link', { name: /DELETE.*\/bookings\/\{parcelNumber\}/ }).click()
    await trial.getByRole('button', { name: 'Try it' }).click()
    await expect(trial.getByLabel('Key (shopKey)')).toHaveValue('typed-secret')
    await trial.getByRole('button', { name: 'Forget' }).click()
    await expect(trial.getByLabel('Key (shopKey)')).toHaveValue('')
    await trial.getByRole('textbox', { name: /^parcelNumber/ }).fill('LP44102800751')
    await trial.getByRole('button', { name: 'Send DELETE' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this DELETE request?' })
    await shoot(page, 'delete')
    await dialog.getByRole('button', { name: 'Send DELETE' }).click()
    await expect(trial.getByRole('status')).toContainText('409 Conflict')
  })

  await test.step('a body begins with the example of the definition', async () => {
    await page.goto(`${portal.url}${itemPath('booking-api', 'operation POST /quotes')}`)
    await trial.getByRole('button', { name: 'Try it' }).click()
    await expect(trial.getByRole('textbox', { name: 'Body' })).toContainText('weightGrams')
    await trial.getByRole('button', { name: 'Send' }).click()
    await expect(trial.getByRole('status')).toContainText('201 Created')
    await shoot(page, 'body')
    await portal.checkAccessibility()
  })
})

test('a reader asks the tracking graph in an editor that knows its schema', async ({ portal }) => {
  const { page } = portal
  page.setDefaultTimeout(30_000)
  await page.setViewportSize(wide)
  await portal.signIn(itemPath('tracking-graph', 'field Query.parcel'))
  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('button', { name: 'Open in the editor' }).click()
  const editor = trial.getByRole('textbox', { name: 'Query' })
  await expect(editor).toContainText('parcel')
  await editor.fill('{ parcel(number: "LP44102800751") { number nonsense } }')
  await expect(trial.getByText(/Cannot query field "nonsense"/)).toBeVisible()
  await editor.fill('{ parcel(number: "LP44102800751") { number stat } }')
  await editor.press('End')
  for (let step = 0; step < 4; step += 1) await editor.press('ArrowLeft')
  await editor.press('Control+Space')
  await expect(page.getByRole('option', { name: /^state/ })).toBeVisible()
  await shoot(page, 'completion')
  await editor.press('Escape')
  await editor.fill('{ parcel(number: "LP44102800751") { number state } }')
  await editor.press('Control+Enter')
  await expect(trial.getByRole('status')).toContainText('200 OK')
  await expect(trial.getByRole('region', { name: 'Answer' }).getByText('"state"')).toBeVisible()
  await shoot(page, 'graphql')
  await portal.checkAccessibility()
})
