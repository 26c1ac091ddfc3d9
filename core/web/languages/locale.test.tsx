import { renderPage } from '@portico/core/testing/web'
import { RelativeTime, useDate, useNumber } from '@portico/ui'
import { expect, test } from 'vitest'
import { defineWebPlugin, languagesApiRef } from '../index.ts'
import { toLocale } from './locale.ts'

const twoHoursAgo = new Date(Date.now() - 7_300_000)

function Numbers() {
  const number = useNumber()
  const date = useDate()
  return (
    <>
      <h1>{number(1234567.5)}</h1>
      <p>{number(3, { style: 'unit', unit: 'hour', unitDisplay: 'long' })}</p>
      <p>{date('2026-03-04T05:06:07Z', { month: 'long', timeZone: 'UTC' })}</p>
      <RelativeTime at={twoHoursAgo} />
    </>
  )
}

test('numbers, dates and distances in time follow the language of the portal, not that of the browser', async () => {
  const plugin = defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Numbers', load: async () => ({ default: Numbers }) }] })
  const { screen, portal } = renderPage({ plugins: [plugin] })
  expect(await screen.findByRole('heading', { name: '1,234,567.5' })).toBeTruthy()
  expect(screen.getByText('2 hours ago')).toBeTruthy()
  portal.apis.get(languagesApiRef).choose('de')
  expect(await screen.findByRole('heading', { name: '1.234.567,5' })).toBeTruthy()
  expect(screen.getByText('3 Stunden')).toBeTruthy()
  expect(screen.getByText('März')).toBeTruthy()
  expect(screen.getByText('vor 2 Stunden')).toBeTruthy()
})

test('the browser’s regional variant of a language is used, where it has one', () => {
  expect(toLocale('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(toLocale('en', ['de-DE'])).toBe('en')
  expect(toLocale('de', ['en-GB'])).toBe('de')
  expect(toLocale('pt-BR', ['pt-PT'])).toBe('pt-BR')
  expect(toLocale('e', ['en-GB'])).toBe('e')
})
