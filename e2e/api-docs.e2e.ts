import { mkdirSync } from 'node:fs'
import { expect, test } from './catalog-source.ts'

test.setTimeout(120_000)

const shots = process.env['PORTICO_SHOTS']
const definition = '/catalog/default/api/booking-api/definition'
const itemOf = (id: string) => `${definition}?${new URLSearchParams({ item: id })}`

async function shoot(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: `${shots}/api-docs-${name}.png` })
}

test('the Definition tab shows an OpenAPI definition, wide in light and on a phone in dark', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definition)
  await expect(page.getByText('OpenAPI 3.1.0')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Larkpost Booking API' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '/quotes', exact: true })).toBeVisible()
  await shoot(page, 'wide')
  await portal.checkAccessibility()
  await page.getByRole('tree', { name: 'Contents' }).getByRole('treeitem', { name: 'POST /bookings', exact: true }).click()
  await expect(page).toHaveTitle(/^POST \/bookings \|/)
  await expect(page.getByRole('region', { name: 'Request body' }).getByText('quoteId').first()).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'operation-dark')
  await portal.checkColors()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Larkpost Booking API' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
  await page.getByRole('button', { name: /^Contents:/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Contents' })
  await expect(sheet.getByRole('treeitem', { name: 'GET /bookings', exact: true })).toBeVisible()
  await shoot(page, 'phone-sheet')
  await portal.checkAccessibility()
  await sheet.getByRole('treeitem', { name: 'GET /bookings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: '/bookings', exact: true })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('region', { name: 'Responses' }).scrollIntoViewIfNeeded()
  await shoot(page, 'phone-responses-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await shoot(page, 'phone-responses')
})

test('with the keyboard alone an operation is found, opened and its schema unfolded', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definition)
  await expect(page.getByRole('heading', { level: 2, name: 'Larkpost Booking API' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('turn a quote')
  await expect(page.getByRole('tree', { name: 'Contents' }).getByRole('treeitem')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: '/bookings', exact: true })).toBeVisible()
  const sender = page.getByRole('button', { name: 'Show the fields of sender' })
  await sender.focus()
  await page.keyboard.press('Enter')
  await expect(sender).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('region', { name: 'Request body' }).getByText('address', { exact: true }).first()).toBeVisible()
})

test('the text is one click away, with a search and a link to a line; problems lead to it', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(itemOf('schema Contact'))
  await expect(page.getByRole('heading', { level: 2, name: 'Contact', exact: true })).toBeVisible()
  await page.getByRole('radio', { name: /^Problems/ }).click({ force: true })
  await page
    .getByRole('link', { name: /^Line \d+/ })
    .first()
    .click()
  const text = page.getByRole('textbox', { name: 'Text of the definition' })
  await expect(text).toBeVisible()
  await expect(page.locator('.cm-activeLineGutter').first()).toHaveText(/\d+/)
  await page.getByRole('button', { name: 'Find in the text' }).click()
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeVisible()
  await shoot(page, 'text')
  await portal.checkAccessibility()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('booking-api.yaml')
})

test('nothing that a hostile definition says runs, and what is broken is told', async ({ portal, catalog, source }) => {
  const { page } = portal
  const trap = '<script>window.trapped = 1</script><img src=x onerror="window.trapped = 2"> [press](javascript:window.trapped=3)'
  const hostile = {
    openapi: '3.1.0',
    info: { title: trap, version: trap, description: trap, termsOfService: 'javascript:window.trapped=4' },
    paths: {
      '/trap': {
        get: {
          summary: trap,
          description: trap,
          externalDocs: { url: 'javascript:window.trapped=5', description: 'docs' },
          responses: {
            200: { description: trap, content: { 'text/html': { example: trap, schema: { $ref: '#/components/schemas/Gone' } } } },
          },
        },
      },
    },
  }
  const api = (name: string, text: string) =>
    JSON.stringify({
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'API',
      metadata: { name },
      spec: { type: 'openapi', lifecycle: 'experimental', owner: 'front-door', definition: text },
    })
  const marker = JSON.stringify({
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'api-docs-marker' },
    spec: { type: 'service', lifecycle: 'experimental', owner: 'front-door' },
  })
  const documents = [
    api('api-docs-hostile', JSON.stringify(hostile)),
    api('api-docs-broken', 'openapi: 3.1.0\npaths:\n\t- no: [yaml'),
    marker,
  ]
  source.files.set('/api-docs.yaml', documents.join('\n---\n'))
  await catalog.register('/api-docs.yaml', 'api-docs-marker')
  await portal.signIn('/catalog/default/api/api-docs-hostile/definition')
  await expect(page.getByRole('heading', { level: 2, name: '/trap' })).toBeVisible()
  await page.getByRole('main').getByText('press').first().click()
  expect(await page.evaluate('window.trapped')).toBeUndefined()
  await expect(page.getByRole('main').locator('script, [onerror], [href^="javascript:"]')).toHaveCount(0)
  await page.goto(`${portal.url}/catalog/default/api/api-docs-broken/definition`)
  await expect(page.getByText('The definition could not be read')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text of the definition' })).toBeVisible()
  await shoot(page, 'broken')
})
