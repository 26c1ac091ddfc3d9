import {
  catalogSourcesApi,
  type DryRun,
  type HostState,
  type LocationState,
  type SourceRun,
  type SourceState,
} from '@portico/catalog-sources/common'
import { catalogApi } from '@portico/catalog/common'
import { unavailableError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { eventsApi, type TopicState } from '@portico/events/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogSourcesWeb } from './index.tsx'

const run: SourceRun = {
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  durationMs: 1200,
  result: 'completed',
  found: 12,
  added: 3,
  changed: 1,
  removed: 0,
  skippedCount: 1,
  skipped: [{ what: 'acme/old', why: 'it is archived' }],
}
const sources: SourceState[] = [
  {
    id: 'github:acme',
    kind: 'github',
    title: 'Repositories of acme',
    isPaused: false,
    count: 12,
    lastRun: run,
    nextRunAt: new Date(Date.now() + 1_830_000).toISOString(),
  },
  {
    id: 'ldapOrg:main',
    kind: 'ldapOrg',
    title: 'People of acme',
    isPaused: false,
    count: 90,
    lastRun: { ...run, result: 'refused', error: 'This run would remove 80 of 90 entities', advice: 'Look at a dry run.' },
  },
  {
    id: 'githubOrg:acme',
    kind: 'githubOrg',
    title: 'People of the organisation',
    isPaused: false,
    count: 90,
    lastRun: { ...run, isUnchanged: true, found: 90, skippedCount: 3, skippedPeople: 3, skipped: [] },
  },
  { id: 'gitea:new', kind: 'gitea', title: 'Repositories of gitea', isPaused: true, count: 0 },
]
const hosts: HostState[] = [
  {
    type: 'github',
    title: 'GitHub',
    host: 'github.com',
    hasCredentials: true,
    canCheck: true,
    budgets: [{ key: 'api.github.com', limit: 5000, remaining: 4321 }],
  },
  { type: 'gitlab', title: 'GitLab', host: 'gitlab.com', hasCredentials: false, canCheck: false, budgets: [] },
]
const topics: TopicState[] = [
  {
    topic: 'github',
    isSigned: true,
    takenAt: new Date(Date.now() - 7_200_000).toISOString(),
    refusedAt: new Date(Date.now() - 10_800_000).toISOString(),
  },
  { topic: 'open', isSigned: false },
]
const locations: LocationState[] = [
  {
    type: 'file',
    target: '/gone.yaml',
    isConfig: true,
    entityRef: 'location:default/gone',
    entities: 0,
    error: 'gone.yaml does not exist',
  },
  {
    type: 'url',
    target: 'https://github.com/acme/all/blob/main/catalog-info.yaml',
    isConfig: false,
    entityRef: 'location:default/all',
    entities: 42,
    readAt: new Date(Date.now() - 7_200_000).toISOString(),
  },
]
const base = [
  answer(catalogSourcesApi.listSources, { items: sources }),
  answer(catalogSourcesApi.listLocations, { items: locations, totalItems: 3 }),
  answer(catalogSourcesApi.listHosts, { items: hosts }),
  answer(eventsApi.listTopics, { items: topics }),
]
const open = { plugins: [catalogSourcesWeb], path: '/sources' }

test('sources show their last run, what went wrong and what to do; hosts show their budgets', async () => {
  const { screen } = renderPage({ ...open, answers: base })
  const table = await screen.findByRole('table', { name: 'Sources' })
  const rows = within(table).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('12 found, 3 added, 1 changed, 0 removed, 1 left out in 1.2 sec')
  expect(within(rows[1]!).getByText('acme/old: it is archived')).toBeTruthy()
  expect(rows[3]?.textContent).toContain('Nothing new, still 90')
  expect(rows[3]?.textContent).toContain('3 people have no entity')
  expect(within(table).getByText('This run would remove 80 of 90 entities')).toBeTruthy()
  expect(within(table).getByText('Look at a dry run.')).toBeTruthy()
  expect(['Completed', 'Refused', 'Paused', 'Never'].map(word => within(table).getAllByText(word).length)).toEqual([2, 1, 1, 1])
  expect(within(table).getByText('in 30 minutes')).toBeTruthy()
  const webhooks = await screen.findByRole('table', { name: 'Webhooks' })
  expect(within(webhooks).getByText('/api/events/http/github')).toBeTruthy()
  expect(['2 hours ago', '3 hours ago', 'Checked', 'Not checked'].map(words => within(webhooks).getAllByText(words).length)).toEqual([
    1, 1, 1, 1,
  ])
  const list = await screen.findByRole('table', { name: 'Hosts' })
  expect(within(list).getByText('4321 of 5000 left')).toBeTruthy()
  expect(within(list).getByText('Public only')).toBeTruthy()
})

test('a source is run, with force where it was refused, and paused', async () => {
  const { screen, user, requests } = renderPage({
    ...open,
    answers: [...base, answer(catalogSourcesApi.runSource, run), answer(catalogSourcesApi.pauseSource, undefined)],
  })
  await user.click(await screen.findByRole('button', { name: 'Run Repositories of acme' }))
  await user.click(await screen.findByRole('button', { name: 'Run People of acme' }))
  await user.click(await screen.findByRole('button', { name: 'Resume Repositories of gitea' }))
  await expect
    .poll(() => requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]))
    .toEqual([
      ['/sources/github%3Aacme/run', { force: false }],
      ['/sources/ldapOrg%3Amain/run', { force: true }],
      ['/sources/gitea%3Anew/pause', { isPaused: false }],
    ])
})

test('locations show what they brought, what went wrong, and are read again', async () => {
  const { screen, user, requests } = renderPage({ ...open, answers: [...base, answer(catalogApi.refreshEntity, undefined)] })
  const table = await screen.findByRole('table', { name: 'Locations' })
  const rows = within(table)
    .getAllByRole('row')
    .map(row => row.textContent)
  expect(rows[1]).toContain('file:/gone.yamlgone.yaml does not existConfig0Never')
  expect(rows[2]).toContain('url:https://github.com/acme/all/blob/main/catalog-info.yamlRegistered422 hours ago')
  expect(screen.getByText(/^Showing 2 of 3, those that cannot be read first/)).toBeTruthy()
  await user.click(within(table).getByRole('button', { name: 'Read /gone.yaml again' }))
  expect(await within(table).findByText('Will be read soon')).toBeTruthy()
  expect(requests.find(({ path }) => path === '/refresh')?.body).toEqual({ entityRef: 'location:default/gone' })
})

test('a dry run shows what would change', async () => {
  const dryRun: DryRun = { run, added: ['location:default/generated-1'], changed: [], removed: ['location:default/generated-2'] }
  const { screen, user } = renderPage({ ...open, answers: [...base, answer(catalogSourcesApi.dryRunSource, dryRun)] })
  await user.click(await screen.findByRole('button', { name: 'Dry run of Repositories of acme' }))
  expect(await screen.findByRole('heading', { name: 'What a run of Repositories of acme would change' })).toBeTruthy()
  expect(screen.getByText('location:default/generated-1')).toBeTruthy()
  expect(screen.getAllByText('acme/old: it is archived')).toHaveLength(2)
})

test('a host is tested, and tells its scopes', async () => {
  const check = { isFine: false, message: 'The credentials are accepted, but lack read:org', scopes: ['repo'], missingScopes: ['read:org'] }
  const { screen, user } = renderPage({ ...open, answers: [...base, answer(catalogSourcesApi.checkHost, check)] })
  await user.click(await screen.findByRole('button', { name: 'Test github.com' }))
  expect(await screen.findByText('The credentials are accepted, but lack read:org (scopes: repo)')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Test gitlab.com' })).toBeNull()
})

test('sources that cannot be read say so', async () => {
  const { screen } = renderPage({
    ...open,
    answers: [
      answer(catalogSourcesApi.listSources, unavailableError('The database is away')),
      answer(catalogSourcesApi.listLocations, { items: [], totalItems: 0 }),
      answer(catalogSourcesApi.listHosts, { items: [] }),
      answer(eventsApi.listTopics, { items: [] }),
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away')
})
