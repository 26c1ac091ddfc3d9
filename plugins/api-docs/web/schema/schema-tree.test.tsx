import { apiDocsApi } from '@portico/api-docs/common'
import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { answer, renderPage } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { apiDocsWeb } from '../index.tsx'
import { bookingOutline, bookingParts } from '../testing/booking-definition.ts'
import { simplify, toConstraintText } from './schema-words.ts'

async function openBooking() {
  const asked: string[] = []
  const page = renderPage({
    plugins: [catalogWeb, apiDocsWeb],
    path: '/catalog/default/api/booking-api/definition?item=schema+Booking',
    answers: [
      answer(catalogApi.getEntityByName, {
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'API',
        metadata: { name: 'booking-api' },
        spec: { type: 'openapi' },
      }),
      answer(apiDocsApi.getOutline, bookingOutline),
      answer(apiDocsApi.getParts, ({ url }) => {
        const ids = new URL(url).searchParams.getAll('id')
        asked.push(...ids)
        return { parts: Object.fromEntries(ids.map(id => [id, bookingParts[id]!])) }
      }),
    ],
  })
  const fields = await page.screen.findByRole('region', { name: 'Fields' })
  return { ...page, asked, fields: within(fields) }
}

test('a schema shows its fields with types, flags and values, and what uses it', async () => {
  const { fields, screen } = await openBooking()
  const rows = fields.getAllByRole('listitem').map(row => row.textContent)
  expect(rows[0]).toBe('slotstring (date-time)required')
  expect(rows[1]).toBe('sizestringAllowed valueslettershoeboxfridge')
  expect(rows.at(-1)).toBe('notestring | null')
  expect(within(screen.getByRole('region', { name: 'Used by' })).getByRole('link', { name: 'POST /bookings' })).toBeDefined()
})

test('a reference is loaded when it is unfolded, with its choices and what is merged into them', async () => {
  const { fields, user, asked } = await openBooking()
  expect(asked).not.toContain('schema Parcel')
  await user.click(fields.getByRole('button', { name: 'Show the fields of parcel' }))
  expect(await fields.findByText('where kind is letter')).toBeDefined()
  expect(asked).toContain('schema Parcel')
  expect(await fields.findByText('stamp')).toBeDefined()
  expect(fields.getByText('read-only')).toBeDefined()
  expect(fields.getByText('pages')).toBeDefined()
  await user.click(fields.getByRole('radio', { name: 'Crate' }))
  expect(await fields.findByText('≤ 400')).toBeDefined()
})

test('a schema that contains itself says so, and unfolds only on demand', async () => {
  const { fields, user } = await openBooking()
  expect(fields.getByText('contains itself')).toBeDefined()
  await user.click(fields.getByRole('button', { name: 'Unfold all' }))
  expect(await fields.findByText('stamp')).toBeDefined()
  expect(fields.getAllByText('slot').length).toBe(1)
  await user.click(fields.getByRole('button', { name: 'Show the fields of parent' }))
  await expect.poll(() => fields.getAllByText('slot').length).toBe(2)
})

test('detours of a schema language are left out', () => {
  expect(simplify({ anyOf: [{ types: ['string'] }, { types: ['null'] }] })).toEqual({ types: ['string', 'null'] })
  expect(simplify({ description: 'Here', allOf: [{ ref: 'schema A', refLabel: 'A' }] })).toEqual({
    ref: 'schema A',
    refLabel: 'A',
    description: 'Here',
  })
  const choice = { oneOf: [{ types: ['string'] }, { types: ['integer'] }] }
  expect(simplify(choice)).toBe(choice)
  expect(toConstraintText(['minimum', 3])).toBe('≥ 3')
  expect(toConstraintText(['uniqueItems', true])).toBe('uniqueItems')
})
