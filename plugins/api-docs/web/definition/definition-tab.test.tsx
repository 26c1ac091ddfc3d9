import { apiDocsApi, type DefinitionOutline, type Part } from '@portico/api-docs/common'
import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { apiDocsWeb } from '../index.tsx'
import { bookingOutline, bookingParts } from '../testing/booking-definition.ts'

const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'API',
  metadata: { name: 'booking-api' },
  spec: { type: 'openapi', lifecycle: 'production', owner: 'slots', definition: 'openapi: 3.1.0' },
}
const tab = '/catalog/default/api/booking-api/definition'

interface Given {
  readonly at?: string
  readonly outline?: DefinitionOutline
  readonly parts?: Readonly<Record<string, Part>>
  readonly answers?: readonly RouteAnswer[]
}

function open({ at = '', outline = bookingOutline, parts = bookingParts, answers = [] }: Given = {}) {
  const asked: string[][] = []
  const page = renderPage({
    plugins: [catalogWeb, apiDocsWeb],
    path: `${tab}${at}`,
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, entity),
      answer(apiDocsApi.getOutline, outline),
      answer(apiDocsApi.getParts, ({ url }) => {
        const ids = new URL(url).searchParams.getAll('id')
        asked.push(ids)
        return { parts: Object.fromEntries(ids.flatMap(id => (parts[id] ? [[id, parts[id]]] : []))) }
      }),
      answer(apiDocsApi.listTryTargets, { items: [] }),
      { route: apiDocsApi.getText, answer: () => new Response('openapi: 3.1.0\ninfo:\n  title: Booking API\n') },
    ],
  })
  return { ...page, asked }
}

const itemAt = (id: string) => `?${new URLSearchParams({ item: id })}`

test('the tab shows what the definition is, what holds for all of it, and its first operation', async () => {
  const { screen, asked } = open()
  expect(await screen.findByText('OpenAPI 3.1.0')).toBeDefined()
  expect(screen.getByText('Version 4.2.0')).toBeDefined()
  expect(screen.getByText('Operations: 2')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Booking API', level: 2 })).toBeDefined()
  expect(await screen.findByRole('heading', { name: '/bookings', level: 2 })).toBeDefined()
  // What is shown at once is asked for at once.
  expect(asked[0]?.toSorted()).toEqual(['about', 'operation POST /bookings'])
})

test('descriptions are Markdown in which nothing runs', async () => {
  const { screen } = open({ at: '?item=about' })
  expect((await screen.findByText('courier slots')).tagName).toBe('STRONG')
  const main = screen.getByRole('main')
  expect(main.querySelector('script')).toBeNull()
  expect(main.innerHTML).not.toMatch(/(?:href|src)="javascript:/i)
})

test('an item in the address is shown, named in the title, and selected in the list', async () => {
  const { screen } = open({ at: itemAt('operation GET /bookings/{id}') })
  const heading = await screen.findByRole('heading', { name: '/bookings/{id}', level: 2 })
  expect(heading).toBeDefined()
  await expect.poll(() => document.title).toMatch(/^GET \/bookings\/\{id\} \|/)
  const list = screen.getByRole('tree', { name: 'Contents' })
  expect(within(list).getByRole('treeitem', { selected: true }).textContent).toBe('GET/bookings/{id}')
  expect(screen.queryByRole('heading', { name: 'Booking API', level: 2 })).toBeNull()
})

test('an item that is not there says so and leads to the whole', async () => {
  const { screen } = open({ at: itemAt('operation GET /nowhere') })
  expect(await screen.findByText('There is no operation GET /nowhere in this definition')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Show the whole definition' }).getAttribute('href')).toBe(tab)
})

test('the search finds by all words, the keyboard opens what was found, and back goes back', async () => {
  const { screen, user, router } = open()
  const search = await screen.findByRole('searchbox', { name: 'Search 4 items' })
  await user.type(search, 'book read')
  const list = screen.getByRole('tree', { name: 'Contents' })
  expect(
    within(list)
      .getAllByRole('treeitem')
      .map(row => row.textContent),
  ).toEqual(['Bookings1', 'GET/bookings/{id}'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await screen.findByRole('heading', { name: '/bookings/{id}', level: 2 })).toBeDefined()
  expect(new URLSearchParams(router.state.location.search).get('item')).toBe('operation GET /bookings/{id}')
  await user.keyboard('{Escape}')
  expect(within(list).getAllByRole('treeitem').length).toBe(6)
  await router.navigate(-1)
  expect(await screen.findByRole('heading', { name: 'Booking API', level: 2 })).toBeDefined()
})

test('"/" goes to the search, and a group folds', async () => {
  const { screen, user } = open()
  const search = await screen.findByRole('searchbox', { name: 'Search 4 items' })
  await user.keyboard('/')
  expect(document.activeElement).toBe(search)
  const list = screen.getByRole('tree', { name: 'Contents' })
  const group = within(list).getByRole('treeitem', { name: /^Schemas/ })
  await user.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(within(list).queryByRole('treeitem', { name: 'Parcel' })).toBeNull()
})

test('of 2,000 items only those in view are drawn', async () => {
  const items = Array.from({ length: 2000 }, (_, at) => ({
    id: `operation GET /things/${at}`,
    kind: 'operation' as const,
    method: 'GET',
    label: `GET /things/${at}`,
    groups: ['bookings'],
  }))
  const { screen } = open({ outline: { ...bookingOutline, items } })
  const list = await screen.findByRole('tree', { name: 'Contents' })
  expect(within(list).getAllByRole('treeitem').length).toBeLessThan(80)
})

test('an operation shows parameters by place, body, responses, links, callbacks and security', async () => {
  const { screen, user } = open({ at: itemAt('operation POST /bookings') })
  const query = await screen.findByRole('region', { name: 'Query parameters' })
  expect(query.textContent).toMatch(/dryRun.*boolean.*Books nothing.*Default.*false/)
  const headers = screen.getByRole('region', { name: 'Request headers' })
  expect(headers.textContent).toMatch(/Idempotency-Key.*string.*required.*minLength 8.*c0ffee42/)
  const security = screen.getByRole('region', { name: 'Security' })
  expect(security.textContent).toBe('Securitytokenorgonenot definedor no sign-in')
  const responses = screen.getByRole('region', { name: 'Responses' })
  expect(within(responses).getByRole('button', { name: /^201/ }).getAttribute('aria-expanded')).toBe('true')
  expect(within(responses).getByRole('button', { name: /^409/ }).getAttribute('aria-expanded')).toBe('false')
  expect(within(responses).getByRole('link', { name: 'getBooking' }).getAttribute('href')).toContain('item=operation+GET')
  await user.click(screen.getByRole('button', { name: /onChange/ }))
  expect(await screen.findByText('Told on every change.')).toBeDefined()
})

test('a choice of a server variable changes the address that is shown', async () => {
  const { screen, user } = open({ at: '?item=about' })
  expect(await screen.findByText('https://eu.booking.larkpost.example/v4')).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'region' }))
  await user.click(await screen.findByRole('option', { name: 'us' }))
  expect(await screen.findByText('https://us.booking.larkpost.example/v4')).toBeDefined()
  expect(screen.getByText('HTTP bearer, JWT')).toBeDefined()
})

test('an older version says that it is one, and its links stay in it', async () => {
  const { screen } = open({ at: '?version=v0' })
  expect(await screen.findByText('This is an older version of the definition.')).toBeDefined()
  const list = screen.getByRole('tree', { name: 'Contents' })
  expect(within(list).getByRole('treeitem', { name: 'Parcel' }).getAttribute('href')).toContain('version=v0')
})

test('problems are listed by severity and rule, with their line and item; none says so', async () => {
  const problems = [
    {
      severity: 'error' as const,
      rule: 'security-undefined',
      message: 'No scheme is called gone',
      line: 12,
      item: 'operation POST /bookings',
    },
    { severity: 'hint' as const, rule: 'no-description', message: 'Parcel has no description' },
  ]
  const { screen } = open({
    at: '?view=problems',
    answers: [answer(apiDocsApi.listProblems, { problems, counts: bookingOutline.counts })],
  })
  const errors = await screen.findByRole('region', { name: 'Errors' })
  expect(within(errors).getByRole('link', { name: 'Line 12' }).getAttribute('href')).toBe(`${tab}?view=text&line=12`)
  expect(within(errors).getByRole('link', { name: 'POST /bookings' })).toBeDefined()
  const well = open({
    at: '?view=problems',
    answers: [answer(apiDocsApi.listProblems, { problems: [], counts: { ...bookingOutline.counts, errors: 0, hints: 0 } })],
  })
  expect(await well.screen.findByText('No problems were found')).toBeDefined()
})

test('what could not be read is explained, with the text beneath', async () => {
  const outline = { ...bookingOutline, items: [], groups: [], failure: 'Line 3 is not YAML' }
  const { screen } = open({ outline })
  expect(await screen.findByText('The definition could not be read')).toBeDefined()
  expect(screen.getByText('Line 3 is not YAML')).toBeDefined()
  expect((await screen.findByRole('textbox', { name: 'Text of the definition' })).textContent).toContain('title: Booking API')
})

test('an API without a definition, and one that cannot be loaded, say so', async () => {
  const gone = new AppError('NotFoundError', 'No definition', { code: 'api-docs.no-definition' })
  const none = open({ answers: [answer(apiDocsApi.getOutline, gone)] })
  expect(await none.screen.findByText('This API has no definition')).toBeDefined()
  const failing = open({ answers: [answer(apiDocsApi.getOutline, new AppError('InternalServerError', 'It broke'))] })
  expect(await failing.screen.findByText('The definition could not be loaded')).toBeDefined()
})
