import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTools } from '../start-tools.ts'

let tools: Awaited<ReturnType<typeof startTools>>
const folder = mkdtempSync(path.join(tmpdir(), 'portico-tools-'))

beforeAll(async () => void (tools = await startTools({ port: 0, folder, log: console })))
afterAll(async () => {
  await tools.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function call(address: string, body?: unknown, init: { readonly method?: string; readonly headers?: Record<string, string> } = {}) {
  const response = await fetch(`http://127.0.0.1:${tools.port}${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, value: text.startsWith('{') ? (JSON.parse(text) as never) : text }
}

test('the Booking API answers as its definition says: quote, book, look, cancel', async () => {
  expect(await call('/booking/v4/quotes', { parcel: { weightGrams: 3400 } })).toMatchObject({ status: 201, value: { priceCents: 560 } })
  expect(await call('/booking/v4/quotes', { parcel: { weightGrams: 30_000 } })).toMatchObject({
    status: 422,
    value: { title: 'Too heavy' },
  })
  const wanted = { quoteId: 'q', sender: {}, receiver: {} }
  expect(await call('/booking/v4/bookings', wanted)).toMatchObject({ status: 422 })
  const headers = { 'idempotency-key': '0123456789abcdef' }
  const booked = await call('/booking/v4/bookings', wanted, { headers })
  const { parcelNumber } = booked.value as unknown as { parcelNumber: string }
  expect([booked.status, parcelNumber]).toEqual([201, expect.stringMatching(/^LP[0-9]{10}[0-9X]$/)])
  expect(await call('/booking/v4/bookings', wanted, { headers })).toMatchObject({ value: { parcelNumber } })
  expect(await call(`/booking/v4/bookings/${parcelNumber}`)).toMatchObject({ status: 200, value: { status: 'booked' } })
  expect(await call(`/booking/v4/bookings/${parcelNumber}`, undefined, { method: 'DELETE' })).toMatchObject({ status: 204 })
  expect(await call('/booking/v4/bookings?status=cancelled')).toMatchObject({ value: { items: [{ parcelNumber }] } })
  expect(await call('/booking/v4/bookings/LP0')).toMatchObject({ status: 404, value: { title: 'No such parcel' } })
})

test('the tracking graph answers queries of its own schema', async () => {
  const query =
    'query ($number: ParcelNumber!) { parcel(number: $number) { number state events { __typename at } } parcels(account: "1") { edges { node { number } } } }'
  const { value } = await call('/tracking/graphql', { query, variables: { number: 'LP4410280075X' } })
  expect(value).toMatchObject({ data: { parcel: { number: 'LP4410280075X' }, parcels: { edges: expect.any(Array) } } })
  expect(value).not.toHaveProperty('errors')
  const redirect = 'mutation { redirect(input: { number: "LP1" }) { __typename ... on RedirectRefused { reason } } }'
  expect(await call('/tracking/graphql', { query: redirect })).toMatchObject({
    value: { data: { redirect: { __typename: 'RedirectRefused' } } },
  })
  expect(await call('/tracking/graphql', { query: '{ nonsense }' })).toMatchObject({
    value: { errors: [{ message: expect.stringContaining('nonsense') }] },
  })
})
