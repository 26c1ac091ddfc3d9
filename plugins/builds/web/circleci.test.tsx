import { buildStatuses, type CircleBuild } from '@portico/builds/common'
import { circleBuild, createCirclePage, refuseUnknown } from '@portico/builds/testing'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { errorApiRef } from '@portico/core/web'
import { act, cleanup, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { component, createOpenBuilds, tabPath } from './testing/builds-fixture.ts'
import { lookOf } from './parts/BuildView.tsx'

const openPage = createOpenBuilds(renderPage, answer, createCirclePage<AnsweredRequest>)
let opened: ReturnType<typeof openPage>
const open = (...given: Parameters<typeof openPage>) => (opened = openPage(...given))
afterEach(() => {
  cleanup()
  refuseUnknown(opened.model.refused)
})

const failing: Partial<CircleBuild> = {
  status: 'failed',
  steps: [
    { name: 'Checkout code', actions: [{ name: 'Checkout code', status: 'success', output_url: 'https://s3.test/checkout' }] },
    {
      name: 'Run tests',
      actions: [
        {
          name: 'npm test',
          status: 'failed',
          failed: true,
          output_url: 'https://s3.test/tests',
          start_time: '2026-11-16T05:00:00Z',
          end_time: '2026-11-16T05:01:05Z',
        },
      ],
    },
  ],
}
const outputs = {
  'https://s3.test/checkout': [],
  'https://s3.test/tests': [{ message: 'first\r\n' }, { message: '\u001b[31mError: broken\u001b[0m\r\n' }],
}
const rowOf = async (name: RegExp) => (await opened.screen.findByRole('link', { name })).closest('tr')!

test('an entity has builds as a tab: the list, and the details of one [CI-01, CI-02, CI-03]', async () => {
  const { screen, user, router, model } = open({ path: '/catalog/default/component/web' })
  model.builds = [circleBuild(3, failing), circleBuild(2)]
  await user.click(await screen.findByRole('link', { name: 'CI/CD' }))
  expect(router.state.location.pathname).toBe(tabPath)
  expect(await screen.findByRole('table', { name: 'Builds' })).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'Change 3' }))
  expect(router.state.location.pathname).toBe(`${tabPath}/3`)
  expect(await screen.findByRole('region', { name: 'Build 3' })).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'Builds' })).toBeNull()
})

test('without the annotation there is the state Missing Annotation with a sample and a link to read more [CI-04, CI-05]', async () => {
  const { screen } = open({ entity: component({}) })
  expect(await screen.findByRole('heading', { name: 'Missing Annotation' })).toBeTruthy()
  expect(screen.getByText(/circleci\.com\/project-slug: github\/my-org\/my-repo/).textContent).toContain(
    'kind: Component\nmetadata:\n  name: web\n  annotations:',
  )
  expect(screen.getByRole('link', { name: /^Read more/ }).getAttribute('href')).toMatch(/^https:\/\//)
  expect(screen.queryByRole('table')).toBeNull()
})

test('the list has its eight columns [CI-10]', async () => {
  const { screen } = open()
  const table = await screen.findByRole('table', { name: 'Builds' })
  await screen.findByRole('link', { name: 'Change 3' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(header => header.textContent),
  ).toEqual(['ID', 'Build', 'Job', 'Source', 'Status', 'Time', 'Workflow', 'Actions'])
  const cells = within(await rowOf(/^Change 3$/))
    .getAllByRole('cell')
    .map(cell => cell.textContent)
  expect(cells[0]).toBe('3')
  expect(cells[2]).toBe('test')
  expect(cells[6]).toContain('build-and-test')
  expect(
    within(await rowOf(/^Change 3$/))
      .getByRole('link', { name: /build-and-test/ })
      .getAttribute('href'),
  ).toBe('https://circleci.com/gh/acme/web/3/workflows/w-3')
})

test('Source has the branch, the short hash that links to the commit, and the avatar of the user [CI-11]', async () => {
  open()
  const row = within(await rowOf(/^Change 3$/))
  expect(row.getByText('main')).toBeTruthy()
  const commit = row.getByRole('link', { name: 'Commit 0123456' })
  expect([commit.textContent, commit.getAttribute('href')]).toEqual([
    '0123456 (opens in a new tab)',
    'https://github.com/acme/web/commit/3',
  ])
  const avatar = row.getByRole('img', { name: 'Jane Doe' })
  expect(avatar.querySelector('img')?.getAttribute('src')).toBe('data:,')
})

test('Time has when it ran, relative to now, and how long it took [CI-12]', async () => {
  const { model } = open()
  const start = new Date(Date.now() - 2 * 3_600_000 - 5000)
  model.builds = [circleBuild(3, { start_time: start.toISOString(), stop_time: new Date(start.getTime() + 192_000).toISOString() })]
  const row = within(await rowOf(/^Change 3$/))
  expect(row.getByText('2 hours ago').closest('td')?.textContent).toBe('run 2 hours agotook 3m 12s')
})

test('the restart button of a row retries the build, always as one of GitHub [CI-13, CI-27]', async () => {
  const { screen, user, model, asked } = open()
  const row = await rowOf(/^Change 2$/)
  const header = within(row.closest('table')!).getAllByRole('columnheader')
  expect([...row.children].indexOf(within(row).getByRole('button', { name: 'Restart build 2' }).closest('td')!)).toBe(
    header.findIndex(({ textContent }) => textContent === 'Actions'),
  )
  await user.click(within(row).getByRole('button', { name: 'Restart build 2' }))
  expect(await screen.findByText('Build 2 was restarted')).toBeTruthy()
  expect(asked).toContain('POST /project/github/acme/web/2/retry?circle-token=')
  expect(model.retried).toEqual(['2'])
  // The new build is there without a reload.
  expect((await screen.findAllByRole('link', { name: 'Change 2' })).length).toBe(2)
})

test('Refresh Data loads the list again [CI-14]', async () => {
  const { screen, user, model } = open()
  await rowOf(/^Change 3$/)
  model.builds = [circleBuild(4), ...model.builds]
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }))
  expect(await screen.findByRole('link', { name: 'Change 4' })).toBeTruthy()
})

test('details have the way back, the steps with their actions, and logs of 20vh [CI-06, CI-07, CI-08]', async () => {
  const { screen, user, router, model } = open({ path: `${tabPath}/3`, outputs })
  model.builds = [circleBuild(3, failing)]
  const trail = within(await screen.findByRole('navigation', { name: 'Build details' }))
  await screen.findByRole('region', { name: 'Build 3' })
  expect(
    within(trail.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['All builds', 'Build details'])
  const steps = within(screen.getByRole('region', { name: 'Steps' }))
  expect(steps.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)).toContain('Checkout codesuccess')
  const failed = steps.getByRole('button', { name: /Run tests/ })
  expect([failed.textContent, failed.getAttribute('aria-expanded')]).toEqual(['Run tests1m 5sfailed', 'true'])
  const log = await steps.findByRole('log', { name: 'Log of npm test' })
  expect(log.style.height).toBe('20vh')
  await user.click(trail.getByRole('link', { name: 'All builds' }))
  expect(router.state.location.pathname).toBe(tabPath)
  expect(await screen.findByRole('table', { name: 'Builds' })).toBeTruthy()
})

test('a log is read from the output_url by the server, and shown as its messages; one that is empty says so [CI-09, CI-28]', async () => {
  const { screen, user, model, asked } = open({ path: `${tabPath}/3`, outputs })
  model.builds = [circleBuild(3, failing)]
  const log = await screen.findByRole('log', { name: 'Log of npm test' })
  expect(within(log).getByText('first')).toBeTruthy()
  expect(within(log).getByText('Error: broken')).toBeTruthy()
  expect(asked).toContain('GET https://s3.test/tests')
  await user.click(screen.getByRole('button', { name: /Checkout code/ }))
  expect(within(await screen.findByRole('log', { name: 'Log of Checkout code' })).getByText('Nothing here...')).toBeTruthy()
})

test('every status has its name and one of five icons [CI-19, CI-20]', async () => {
  const { screen, model } = open({ path: `${tabPath}?limit=20` })
  model.builds = buildStatuses.map((status, at) => circleBuild(100 - at, { status }))
  await rowOf(/^Change 100$/)
  const icons = Object.fromEntries(
    buildStatuses.map(status => [
      status,
      /tabler-icon-([\w-]+)/.exec(screen.getByText(status).parentElement?.querySelector('svg')?.getAttribute('class') ?? '')?.[1],
    ]),
  )
  expect(icons).toEqual({
    ...Object.fromEntries(buildStatuses.map(status => [status, 'alert-triangle'])),
    queued: 'clock',
    scheduled: 'clock',
    running: 'loader-2',
    failed: 'exclamation-circle',
    success: 'circle-check',
  })
})

test('the card of a build has a colour for failed, for running or queued, for success, and none otherwise [CI-21]', async () => {
  expect(Object.fromEntries(buildStatuses.map(status => [status, lookOf({ status })]))).toEqual({
    ...Object.fromEntries(buildStatuses.map(status => [status, 'neutral'])),
    failed: 'failed',
    running: 'running',
    queued: 'running',
    success: 'success',
  })
  for (const status of ['failed', 'queued', 'success', 'canceled'] as const) {
    const { screen, model } = open({ path: `${tabPath}/3` })
    model.builds = [circleBuild(3, { status })]
    expect((await screen.findByRole('region', { name: 'Build 3' })).dataset['look']).toBe(lookOf({ status }))
  }
})

test('details are read again every 1500 ms while they are open, and not after [CI-22]', async () => {
  // Only the interval: everything else takes its real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { screen, model, asked, router } = open({ path: `${tabPath}/3` })
    const count = () => asked.filter(line => line.startsWith('GET /project/github/acme/web/3?')).length
    const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
    const show = (subject: string) => void (model.builds = [circleBuild(3, { status: 'running', subject })])
    show('Read 1')
    await screen.findByText('Read 1')
    for (let round = 2; round <= 4; round += 1) {
      show(`Read ${round}`)
      await pass(1499)
      expect(count()).toBe(round - 1)
      await pass(1)
      await screen.findByText(`Read ${round}`)
      expect(count()).toBe(round)
    }
    await act(() => router.navigate('/catalog/default/component/web'))
    await screen.findByRole('link', { name: 'Overview', current: 'page' })
    await pass(15_000)
    expect(count()).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

test('calls go through the proxy: summaries with limit and offset, the current user, a build by its number [CI-23, CI-24, CI-25, CI-26]', async () => {
  const { screen, user, model, asked, requests } = open()
  model.builds = Array.from({ length: 35 }, (_, at) => circleBuild(35 - at))
  const restart = within(await rowOf(/^Change 35$/)).getByRole('button', { name: 'Restart build 35' })
  await eventually(() => expect(restart.title).toBe('Restart build 35 as Jane Doe'))
  expect(asked.toSorted()).toEqual([
    'GET /me?circle-token=',
    'GET /project/github/acme/web?limit=1&offset=0&circle-token=',
    'GET /project/github/acme/web?limit=10&offset=0&circle-token=',
  ])
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await rowOf(/^Change 25$/)
  expect(asked).toContain('GET /project/github/acme/web?limit=10&offset=10&circle-token=')
  await user.click(screen.getByRole('link', { name: 'Change 25' }))
  await screen.findByRole('region', { name: 'Build 25' })
  expect(asked).toContain('GET /project/github/acme/web/25?circle-token=')
  expect(requests.filter(({ url }) => url.includes('circleci') && !url.startsWith('http://portal.test/api/proxy/circleci/api/'))).toEqual(
    [],
  )
})

test('a page has 10 builds, or 20, or 50, and the address knows which [CI-31]', async () => {
  const { screen, user, model, router } = open()
  model.builds = Array.from({ length: 60 }, (_, at) => circleBuild(60 - at))
  await rowOf(/^Change 60$/)
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  expect(sizes.textContent).toBe('10')
  expect(screen.getAllByRole('link', { name: /^Change/ })).toHaveLength(10)
  expect(screen.getByText('1-10 of 60')).toBeTruthy()
  await user.click(sizes)
  await screen.findByRole('option', { name: '10', selected: true })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['10', '20', '50'])
  await user.click(screen.getByRole('option', { name: '50' }))
  await eventually(() => expect(screen.getAllByRole('link', { name: /^Change/ })).toHaveLength(50))
  expect(router.state.location.search).toBe('?limit=50')
})

test('an annotation without a value says that there are no credentials, and CircleCI is not asked [CI-29]', async () => {
  const { screen, asked } = open({ entity: component({ 'circleci.com/project-slug': '' }) })
  expect(await screen.findByText('No credentials provided')).toBeTruthy()
  expect(asked).toEqual([])
})

test('errors of every call are posted to the error reporter [CI-30]', async () => {
  const posted: string[] = []
  const listen = ({ portal }: ReturnType<typeof open>) =>
    portal.apis.get(errorApiRef).subscribe(({ error }) => void posted.push(error.message))
  const fails =
    (part: string) =>
    ({ url }: { readonly url: string }) =>
      url.includes(part) ? Response.json({ message: `no ${part}` }, { status: 400 }) : undefined

  listen(open({ instead: fails('offset=') }))
  expect(await opened.screen.findByText('CircleCI: no offset=')).toBeTruthy()
  listen(open({ path: `${tabPath}/3`, instead: fails('/web/3') }))
  expect(await opened.screen.findByText('CircleCI: no /web/3')).toBeTruthy()
  const { user, screen, model } = open({ path: `${tabPath}/3`, instead: fails('/retry') })
  model.builds = [circleBuild(3, failing)]
  listen(opened)
  await user.click(await screen.findByRole('button', { name: 'Restart build 3' }))
  // Nothing on the page tells of it but the alert.
  expect(await screen.findByText('CircleCI: no /retry')).toBeTruthy()
  await eventually(() =>
    expect(posted).toEqual(
      expect.arrayContaining([
        'CircleCI: no offset=',
        'CircleCI: no /web/3',
        'CircleCI: no /retry',
        expect.stringContaining('Request failed with status 404'),
      ]),
    ),
  )
})
