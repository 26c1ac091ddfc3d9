import { unavailableError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { scorecardsApi, type Exemption, type Overview } from '@portico/scorecards/common'
import { cleanup, fireEvent, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogApi } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import { notificationsWeb } from '@portico/notifications/web'
import { scorecardsWeb } from './index.tsx'
// Its code comes with the test, so that no test waits for it.
import './views/OverviewPage.tsx'

afterEach(cleanup)

const counts = (pass: number, fail: number, unknown: number) => ({ pass, fail, unknown, exempt: 0 })
const none: Overview = {
  asOf: '2026-11-19T00:00:00.000Z',
  pending: 0,
  total: { coverage: 0, counts: counts(0, 0, 0), entities: 0 },
  columns: [],
  groups: [],
  totalGroups: 0,
}
const known = { score: 50, coverage: 100, counts: counts(1, 1, 0) }
const unknown = { coverage: 0, counts: counts(0, 0, 2) }
const some: Overview = {
  ...none,
  total: { score: 50, coverage: 50, counts: counts(1, 1, 2), entities: 2 },
  columns: [{ type: 'scorecard', name: 'basics', title: 'Basics' }],
  groups: [
    { key: 'group:default/rockets', title: 'Rockets', entities: 1, ...known, cells: [known] },
    { key: 'group:default/fog', title: 'Fog', entities: 1, ...unknown, cells: [unknown] },
  ],
  totalGroups: 2,
}
const pack = { name: 'docs', title: 'Docs', description: 'People can read about it', isChosen: false }
const packs = { items: [{ ...pack, checks: [{ name: 'has-docs', title: 'Has docs', severity: 'high' as const, isChosen: false }] }] }

function open(overview: RouteAnswer) {
  return renderPage({
    plugins: [catalogWeb, scorecardsWeb],
    path: '/scorecards',
    answers: [
      overview,
      answer(scorecardsApi.listScorecards, { items: [] }),
      answer(scorecardsApi.listPacks, packs),
      answer(scorecardsApi.getTrend, { points: [] }),
    ],
  })
}

test('without checks the overview says how to choose those that come with the portal', async () => {
  const { screen } = open(answer(scorecardsApi.getOverview, none))
  expect(await screen.findByRole('heading', { name: 'No scorecard is chosen yet' })).toBeTruthy()
  const list = await screen.findByRole('list', { name: 'Packs of checks' })
  expect(list.textContent).toContain('People can read about it')
  expect(screen.getByText(/packs:\s+docs: true/)).toBeTruthy()
})

test('every score has its coverage beside it, and what is unknown is neither good nor bad', async () => {
  const { screen, router } = open(answer(scorecardsApi.getOverview, some))
  const rockets = await screen.findByRole('row', { name: /^Rockets/ })
  expect(
    within(rockets)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['50%100% known', '50%100% known'])
  const fog = screen.getByRole('row', { name: /^Fog/ })
  expect(
    within(fog)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Unknown0% known', 'Unknown0% known'])
  expect(within(rockets).getByRole('link', { name: 'Rockets' }).getAttribute('href')).toBe('/scorecards/teams/default/group/rockets')
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
  await expect.poll(() => router.state.location.search).toBe('?look=table')
  expect(await screen.findByRole('img', { name: /^Fog: Unknown/ })).toBeTruthy()
})

test('when the scores cannot be loaded the page says so and can be tried again', async () => {
  let isDown = true
  const { screen } = open(
    answer(scorecardsApi.getOverview, () => {
      if (isDown) throw unavailableError('The scores are being read')
      return some
    }),
  )
  expect(await screen.findByText('Could not load the scores')).toBeTruthy()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /^Rockets/ })).toBeTruthy()
})

test('an exemption waits among all that waits for the user, with who asks by name, and is decided there', async () => {
  const exemption: Exemption = {
    id: '7',
    check: 'has-docs',
    checkTitle: 'Has docs',
    entityRef: 'component:default/stock',
    entityTitle: 'Stock',
    state: 'asked',
    reason: 'It will be shut down soon',
    until: '2027-01-01',
    askedBy: 'user:default/aiko',
    askedAt: '2026-11-18T00:00:00.000Z',
    mayDecide: true,
    mayWithdraw: true,
  }
  const aiko = { apiVersion: 'v1', kind: 'User', metadata: { name: 'aiko' }, spec: { profile: { displayName: 'Aiko Brandt' } } }
  const { screen, requests } = renderPage({
    plugins: [catalogWeb, notificationsWeb, scorecardsWeb],
    path: '/approvals',
    answers: [
      answer(catalogApi.getEntitiesByRefs, ({ body }) => ({
        items: (body as { entityRefs: string[] }).entityRefs.map(ref => (ref === exemption.askedBy ? aiko : null)),
      })),
      answer(scorecardsApi.listExemptions, { items: [exemption], total: 1 }),
      answer(scorecardsApi.getExemption, exemption),
      answer(scorecardsApi.decideExemption, { ...exemption, state: 'approved' }),
    ],
  })
  const list = within(await screen.findByRole('list', { name: 'Exemptions' }))
  expect(list.getByRole('link', { name: 'Exempt Stock from Has docs' }).getAttribute('href')).toBe('/approvals/scorecards/7')
  fireEvent.click(list.getByRole('button', { name: 'Decide about Exempt Stock from Has docs' }))
  const approve = await list.findByRole('button', { name: 'Approve the exemption of Stock' })
  // In the line of what waits, and in what is said about it.
  expect(list.getAllByRole('link', { name: 'Aiko Brandt' })).toHaveLength(2)
  fireEvent.click(approve)
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the exemption' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await expect.poll(() => requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toContain('/exemptions/7/decision')
})
