import { catalogApi, type Timeline } from '@portico/catalog/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
import { catalogWeb } from '../index.tsx'
// Its code comes with the test, so that no test waits for it.
import '../views/CatalogIndexPage.tsx'

afterEach(cleanup)

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`
const part = (number: number, created: number) => ({ from: day(number), to: day(number + 1), created, updated: 0, deleted: 0 })
const timeline: Timeline = { parts: [part(1, 3), part(2, 0), part(3, 1), part(4, 0)], beginsWithNothing: true, isCounted: true }

function open(path: string, given: Timeline = timeline) {
  return renderPage({
    plugins: [catalogWeb],
    path,
    answers: [
      answer(catalogApi.getTimeline, given),
      answer(catalogApi.listTimelineMarks, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs
          .slice(0, 1)
          .map(entityRef => ({ entityRef, change: 'created' as const, fields: [] })),
        removed: ['component:default/old'],
        removedTotal: 1,
      })),
      ...catalogAnswers([entityOf('Component', 'shop'), entityOf('Component', 'till')]),
    ],
  })
}

const list = '/catalog?filters[kind]=component&filters[user]=all'

test('the list is looked at as it was: the slider asks for the moment when it rests, and marks what the step did', async () => {
  const { screen, router, requests } = open(list)
  await screen.findByRole('link', { name: 'shop' })
  fireEvent.click(screen.getByRole('button', { name: 'Look at the past' }))
  const bar = within(await screen.findByRole('region', { name: 'The past' }))
  expect(bar.getByRole('status').textContent).toBe('As it is now')
  const slider = await bar.findByRole('slider', { name: 'Moment' })
  for (const value of ['1', '2', '3']) fireEvent.change(slider, { target: { value } })
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('asOf')).toBe(day(4))
  await expect.poll(() => requests.filter(({ url }) => url.includes('asOf=')).length).toBeGreaterThan(0)
  expect(requests.every(({ url }) => !url.includes(encodeURIComponent(day(2))))).toBe(true)
  expect(await bar.findByText('1 added')).toBeTruthy()
  expect(bar.getByText('1 removed: old')).toBeTruthy()
  expect(await screen.findByText('Added')).toBeTruthy()
  fireEvent.click(bar.getByRole('button', { name: 'Previous change' }))
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('asOf')).toBe(day(2))
  fireEvent.click(bar.getByRole('button', { name: 'Back to now' }))
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('asOf')).toBeNull()
  expect(screen.queryByRole('region', { name: 'The past' })).toBeNull()
})

test('play goes on from the beginning to now, over what changed', async () => {
  const { screen, router } = open(`${list}&asOf=now`)
  const bar = within(await screen.findByRole('region', { name: 'The past' }))
  fireEvent.click(await bar.findByRole('button', { name: 'Play' }))
  for (const moment of [day(1), day(2), day(4)]) {
    await expect.poll(() => new URLSearchParams(router.state.location.search).get('asOf')).toBe(moment)
  }
  expect(await bar.findByText('1 added')).toBeTruthy()
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('asOf')).toBe('now')
  expect(await bar.findByRole('button', { name: 'Play' })).toBeTruthy()
})

test('a moment before everything says since when there is something, and an empty history that nothing has happened', async () => {
  const { screen } = open(`${list}&asOf=2001-01-01T00:00:00Z`)
  expect(await screen.findByText(/^The catalog began on .*Move the slider to a later moment\.$/)).toBeTruthy()
  cleanup()
  const empty = open(`${list}&asOf=now`, { parts: [], beginsWithNothing: true, isCounted: true })
  expect(await empty.screen.findByText('Nothing has happened yet')).toBeTruthy()
})
