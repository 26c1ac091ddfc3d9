import type { Page } from '@playwright/test'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const crate = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Crate',
  description: 'A box with a number.',
  type: 'object',
  required: ['number'],
  properties: { number: { type: 'string', minLength: 4 }, lid: { $ref: '#/$defs/lid' } },
  $defs: { lid: { type: 'object', properties: { open: { type: 'boolean', default: false } } } },
}
const test = testWithCatalog({
  documents: [
    entityDocument('API', 'crate-shape', {
      type: 'json-schema',
      lifecycle: 'experimental',
      owner: 'group:default/front-door',
      system: 'booking',
      definition: JSON.stringify(crate, undefined, 2),
    }),
  ],
})

const definitionOf = (name: string, item?: string) =>
  `/catalog/default/api/${name}/definition${item === undefined ? '' : `?${new URLSearchParams({ item })}`}`

async function takePictures(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${shots}/${name}-${size}-${colorScheme}.png`, animations: 'disabled', fullPage: size === 'wide' })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes.wide)
}

test('the list of APIs has owners, types and versions, and leads from the sidebar to a definition', async ({ portal }) => {
  const { page } = portal
  await portal.signIn()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'APIs' }).click()
  const table = page.getByRole('table', { name: 'All APIs (6)' })
  const booking = table.getByRole('row').filter({ hasText: 'Booking API' })
  await expect(booking).toContainText('4.2.0')
  await expect(booking).toContainText('Front Door')
  await expect(page.getByRole('link', { name: 'Register existing API' })).toBeVisible()
  await portal.checkAccessibility()
  await takePictures(page, 'apis')
  await page.getByRole('searchbox', { name: 'Search APIs' }).fill('locker')
  await expect(page.getByRole('table', { name: 'All APIs (1)' })).toBeVisible()
  await page.getByRole('link', { name: 'Locker control' }).click()
  await page.getByRole('link', { name: 'Definition', exact: true }).first().click()
  await expect(
    page
      .getByRole('heading', { level: 2 })
      .filter({ hasText: /LockerControl|LockerDesk|Connect/ })
      .first(),
  ).toBeVisible()
})

test('the tab API of a component and of a system lists what they provide and consume', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/catalog/default/component/booking-service/api')
  await expect(page.getByRole('table', { name: 'Provided APIs' })).toContainText('Booking API')
  await expect(page.getByRole('table', { name: 'Provided APIs' })).toContainText('4.2.0')
  await expect(page.getByRole('table', { name: 'Consumed APIs' })).toContainText('Parcel events')
  await portal.checkAccessibility()
  await takePictures(page, 'component-api')
  await page.goto(`${portal.url}/catalog/default/system/booking/api`)
  await expect(page.getByRole('table', { name: 'Consumed APIs' })).toContainText('Dispatch API')
  await expect(page.getByRole('table', { name: 'Consumed APIs' })).toContainText('Quote engine')
  await takePictures(page, 'system-api')
})

test('AsyncAPI: from an operation to its channel, its messages and the reply', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definitionOf('parcel-events'))
  const list = page.getByRole('tree', { name: 'Contents' })
  await expect(page.getByText('AsyncAPI', { exact: false }).first()).toBeVisible()
  await takePictures(page, 'asyncapi')
  await list.getByRole('treeitem', { name: /answerRecounts/ }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Reply' })).toBeVisible()
  await expect(page.getByText('$message.header#/replyTo', { exact: false })).toBeVisible()
  await portal.checkAccessibility()
  await takePictures(page, 'asyncapi-operation')
  await list.getByRole('treeitem', { name: /parcelScanned/ }).click()
  await expect(page.getByText('The same for all that one beep set off.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Payload' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Headers' })).toBeVisible()
  await takePictures(page, 'asyncapi-message')
  await page.getByRole('region', { name: 'Channels' }).getByRole('link').first().click()
  await expect(page.getByText('parcel.scans.{city}.v3').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Bindings' })).toBeVisible()
  await portal.checkAccessibility()
  await takePictures(page, 'asyncapi-channel')
})

test('GraphQL: from a query to its type, what is deprecated, and where the type is used', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definitionOf('tracking-graph', 'field Query.parcels'))
  await expect(page.getByRole('list', { name: 'Arguments', exact: true })).toContainText('account')
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('ParcelConnection!')
  await expect(page.getByRole('list', { name: 'Fields of ParcelConnection' })).toContainText('hasNextPage')
  await expect(page.getByRole('region', { name: 'Example', exact: true })).toContainText('parcels')
  await portal.checkAccessibility()
  await takePictures(page, 'graphql-field')
  await page.goto(`${portal.url}${definitionOf('tracking-graph', 'type ParcelState')}`)
  await expect(page.getByText('Our cities have one depot each.', { exact: false })).toBeVisible()
  await takePictures(page, 'graphql-enum')
  await page.goto(`${portal.url}${definitionOf('tracking-graph', 'type Parcel')}`)
  await expect(page.getByRole('list', { name: 'Fields', exact: true })).toContainText('events(last)')
  await page.getByRole('region', { name: 'Used by' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/item=(?!type\+Parcel$)/)
  await page.goto(`${portal.url}${definitionOf('tracking-graph', 'type Event')}`)
  await expect(page.getByRole('region', { name: 'Possible types' }).getByRole('link', { name: 'Handover' })).toBeVisible()
  await portal.checkAccessibility()
})

test('gRPC: streams, HTTP calls, numbers of fields and a oneof', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definitionOf('locker-control', 'method larkpost.lockers.v2.LockerDesk.OpenDoor'))
  await expect(page.getByText('One request, one response')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Over HTTP' })).toContainText('/v2/cabinets/{cabinet_id}:open')
  await expect(page.getByRole('list', { name: 'Over HTTP' })).toContainText('/v2/doors:open')
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('oneof by')
  await portal.checkAccessibility()
  await takePictures(page, 'grpc-method')
  await page.goto(`${portal.url}${definitionOf('locker-control', 'method larkpost.lockers.v2.LockerControl.Connect')}`)
  await expect(page.getByText('Streams both ways')).toBeVisible()
  await page
    .getByRole('region', { name: 'Request' })
    .getByRole('link', { name: /CabinetMessage/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Fields', exact: true })).toContainText('= 13')
  await expect(page.getByRole('region', { name: 'Used by' }).getByRole('link').first()).toBeVisible()
  await takePictures(page, 'grpc-message')
  await portal.checkAccessibility()
})

test('JSON Schema in an entity itself is shown as a tree', async ({ portal }) => {
  const { page } = portal
  await portal.signIn(definitionOf('crate-shape'))
  await expect(page.getByText('A box with a number.').first()).toBeVisible()
  await expect(page.getByText('number', { exact: true }).first()).toBeVisible()
  await portal.checkAccessibility()
  await takePictures(page, 'json-schema')
})
