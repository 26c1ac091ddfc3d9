import { buildsApi, type Build, type BuildSummary } from '@portico/builds/common'
import { createCirclePage } from '@portico/builds/testing'
import { eventually } from '@portico/core/testing'
import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { defineApi, permissionApiRef } from '@portico/core/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { component, createOpenBuilds, tabPath } from './testing/builds-fixture.ts'

const open = createOpenBuilds(renderPage, answer, createCirclePage<AnsweredRequest>)

const build = (id: string, more: Partial<Build> = {}): Build => ({
  id,
  number: id,
  subject: `Run ${id}`,
  status: 'success',
  isRestartable: true,
  ...more,
})
const both = component({ 'circleci.com/project-slug': 'github/acme/web', 'github.com/project-slug': 'acme/web' })
const summaryOf = (more: Partial<BuildSummary>): BuildSummary => ({ entityRef: 'component:default/web', builds: [], ...more })

test('an entity that uses two systems has both, and the address knows which is shown', async () => {
  const { screen, user, router } = open({
    entity: both,
    answers: [
      answer(buildsApi.listBuilds, { items: [build('7'), build('6', { status: 'running', isRestartable: false })], total: 2 }),
      answer(buildsApi.getBuild, {
        ...build('7'),
        steps: [{ name: 'test', actions: [{ id: '70', name: 'test', status: 'success', hasLog: true }] }],
      }),
      { route: buildsApi.readLog, answer: () => new Response('##[group]Set up\nx\n##[endgroup]\ndone\n') },
    ],
  })
  const systems = within(await screen.findByRole('navigation', { name: 'Build system' }))
  expect(systems.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['CircleCI', 'GitHub Actions'])
  await screen.findByRole('link', { name: 'Change 3' })
  await user.click(systems.getByRole('link', { name: 'GitHub Actions' }))
  const running = within((await screen.findByRole('link', { name: 'Run 6' })).closest('tr')!).getByRole('button', {
    name: 'Restart build 6',
  })
  expect([(running as HTMLButtonElement).disabled, running.title]).toEqual([true, 'A build that is running cannot be restarted'])
  await user.click(screen.getByRole('link', { name: 'Run 7' }))
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(`${tabPath}/7?system=github`)
  await user.click(await screen.findByRole('button', { name: /^test/ }))
  const log = within(await screen.findByRole('log', { name: 'Log of test' }))
  expect(log.getByRole('button', { name: 'Show 1 lines' })).toBeTruthy()
  expect(log.getByText('done')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'All builds' }))
  expect(await screen.findByRole('link', { name: 'Run 7' })).toBeTruthy()
})

test('who may not restart builds is told which permission is missing', async () => {
  const deny = defineApi({
    api: permissionApiRef,
    create: () => ({
      authorize: async ({ permission }) => ({
        result: permission.name === 'builds.build.restart' ? ('DENY' as const) : ('ALLOW' as const),
      }),
      known: () => undefined,
      explain: async ({ permission }) => ({ permission: permission.name }),
    }),
  })
  const { screen } = open({ apis: [deny] })
  const link = await screen.findByRole('link', { name: 'Change 3' })
  const button = () => within(link.closest('tr')!).getByRole<HTMLButtonElement>('button', { name: 'Restart build 3' })
  await eventually(() => expect(button().title).toBe('The permission builds.build.restart is needed to restart builds'))
  expect(button().disabled).toBe(true)
})

test('the card has the last build, a plot, the success rate and the median duration', async () => {
  const times = (minutes: number) => ({ startedAt: '2026-11-16T05:00:00Z', stoppedAt: `2026-11-16T05:0${minutes}:00Z` })
  const { screen } = open({
    path: '/catalog/default/component/web',
    answers: [
      answer(buildsApi.listSummaries, {
        items: [
          summaryOf({
            system: 'circleci',
            branch: 'main',
            builds: [
              { ...build('3'), ...times(4) },
              { ...build('2', { status: 'failed' }), ...times(2) },
              { ...build('1'), ...times(3) },
              { ...build('0'), ...times(1) },
            ],
          }),
        ],
      }),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'Builds' }))
  expect(await card.findByText('on main')).toBeTruthy()
  expect(card.getByRole('link', { name: '#3' }).getAttribute('href')).toBe(`${tabPath}/3`)
  const plot = card.getByRole('img', { name: '4 builds: 3 succeeded, 1 failed' })
  expect([...plot.children].map(bar => [(bar as HTMLElement).dataset['kind'], (bar as HTMLElement).style.height])).toEqual([
    ['ok', '25%'],
    ['ok', '75%'],
    ['error', '50%'],
    ['ok', '100%'],
  ])
  expect(card.getByText('75%')).toBeTruthy()
  expect(card.getByText('3m')).toBeTruthy()
})

test.each<[string, BuildSummary, string | undefined]>([
  ['where nothing is set up', summaryOf({}), undefined],
  ['of a project without builds', summaryOf({ system: 'github' }), 'No builds yet'],
  ['of a host that fails', summaryOf({ system: 'github', error: 'api.test cannot be reached' }), 'api.test cannot be reached'],
])('the card %s says so, or is not there', async (_name, summary, words) => {
  const { screen, requests } = open({
    path: '/catalog/default/component/web',
    answers: [answer(buildsApi.listSummaries, { items: [summary] })],
  })
  await eventually(() => expect(requests.some(({ url }) => url.endsWith('/summaries'))).toBe(true))
  if (words !== undefined) expect(await screen.findByText(words)).toBeTruthy()
  else await eventually(() => expect(screen.queryByRole('region', { name: 'Builds' })).toBeNull())
})
