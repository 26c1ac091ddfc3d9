import { buildsApi } from '@portico/builds/common'
import { refuseUnknown, startBuilds, type TestBuilds } from '@portico/builds/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds({
    hub: { 'github.com/project-slug': 'acme/web' },
    lab: { 'gitlab.com/project-slug': 'group/sub/web' },
    jenkins: { 'jenkins.io/job-full-name': 'team/web' },
    branches: { 'jenkins.io/job-full-name': 'other:team/many' },
    azure: { 'dev.azure.com/project-repo': 'shop/web', 'dev.azure.com/host-org': 'dev.azure.com/acme' },
  })
})
afterAll(() => builds.stop())
afterEach(() => refuseUnknown(builds.refused()))

const of = (name: string, system: string) => ({ namespace: 'default', kind: 'component', name, system })
const list = (name: string, system: string, query: { limit?: number; offset?: number; branch?: string } = {}) =>
  builds.server.call(buildsApi.listBuilds, { params: of(name, system), query })
const get = (name: string, system: string, id: string) => builds.server.call(buildsApi.getBuild, { params: { ...of(name, system), id } })
const log = async (name: string, system: string, id: string, action: string) =>
  (await builds.server.send(buildsApi.readLog, { params: { ...of(name, system), id }, query: { action } })).text()
const restart = (name: string, system: string, id: string) =>
  builds.server.call(buildsApi.restartBuild, { params: { ...of(name, system), id } })
const revision = 'abcdef0123456789abcdef0123456789abcdef01'

describe('GitHub Actions', () => {
  beforeAll(() => {
    builds.github.runs.push(
      { id: 1004, status: 'in_progress', conclusion: null },
      { id: 1003, status: 'completed', conclusion: 'failure' },
      { id: 1002, status: 'completed', conclusion: 'timed_out', branch: 'x' },
      { id: 1001, status: 'completed', conclusion: 'success' },
    )
    builds.github.logs.set('10030', '2026-11-16T05:00:00.0000000Z ##[error]broken\n')
  })

  test('lists runs page by page, newest first, also of one branch', async () => {
    const { items, total } = await list('hub', 'github', { limit: 2 })
    expect([total, items.map(({ id, status }) => `${id} ${status}`)]).toEqual([4, ['1004 running', '1003 failed']])
    expect(items[1]).toEqual({
      id: '1003',
      number: '3',
      subject: 'Change 1003',
      status: 'failed',
      queuedAt: '2026-11-16T05:00:00Z',
      startedAt: '2026-11-16T05:00:10Z',
      stoppedAt: '2026-11-16T05:04:10Z',
      branch: 'main',
      revision,
      commitUrl: `https://github.test/acme/web/commit/${revision}`,
      committer: 'Jane Doe',
      url: 'https://github.test/acme/web/actions/runs/1003',
      user: { login: 'jane', avatarUrl: 'https://avatars.test/jane', isUser: true },
      workflow: { id: '7', name: 'CI', url: 'https://github.test/acme/web/actions/runs/1003' },
      isRestartable: true,
    })
    expect((await list('hub', 'github', { limit: 2, offset: 2 })).items.map(({ status }) => status)).toEqual(['timedout', 'success'])
    expect((await list('hub', 'github', { branch: 'x' })).items.map(({ id }) => id)).toEqual(['1002'])
  })

  test('shows jobs as steps, reads their logs where GitHub keeps them, and runs a run again', async () => {
    const { steps } = await get('hub', 'github', '1003')
    expect(steps.map(({ name, actions }) => [name, actions.map(({ id, status, hasLog }) => `${id} ${status} ${hasLog}`)])).toEqual([
      ['test', ['10030.0 success false', '10030.1 failed false', '10030 failed true']],
    ])
    expect(await log('hub', 'github', '1003', '10030')).toBe('2026-11-16T05:00:00.0000000Z ##[error]broken\n')
    await restart('hub', 'github', '1003')
    expect(builds.github.rerun).toEqual(['1003'])
  })

  test('does not restart a run that is running', async () => {
    expect(await get('hub', 'github', '1004')).toMatchObject({
      status: 'running',
      isRestartable: false,
      steps: [{ actions: [{}, {}, { hasLog: false }] }],
    })
    await expect(restart('hub', 'github', '1004')).rejects.toMatchObject({
      status: 409,
      message: 'Build 4 is still running: it can be restarted when it is done',
    })
    expect(builds.github.rerun).toEqual(['1003'])
  })
})

describe('GitLab CI', () => {
  beforeAll(() => {
    builds.gitlab.pipelines.push(
      { id: 103, status: 'running', ref: 'main' },
      { id: 102, status: 'failed', ref: 'main' },
      { id: 101, status: 'success', ref: 'v1' },
    )
    builds.gitlab.traces.set('1022', 'section_start:1:x\r\u001b[0KTest\nbroken\n')
  })

  test('lists pipelines, shows stages as steps with jobs, and reads their logs', async () => {
    const { items, total } = await list('lab', 'gitlab')
    expect([total, items.map(({ id, status }) => `${id} ${status}`)]).toEqual([3, ['103 running', '102 failed', '101 success']])
    expect(await get('lab', 'gitlab', '102')).toMatchObject({
      subject: 'Round prices',
      committer: 'Jane Doe',
      startedAt: '2026-11-16T05:00:30Z',
      stoppedAt: '2026-11-16T05:02:30Z',
      commitUrl: `https://gitlab.test/group/sub/web/-/commit/${revision}`,
      user: { login: 'jane', name: 'Jane Doe' },
      steps: [
        { name: 'build', actions: [{ id: '1021', name: 'compile', status: 'success', hasLog: true }] },
        { name: 'test', actions: [{ id: '1022', name: 'unit', status: 'failed', hasLog: true }] },
      ],
    })
    expect(await log('lab', 'gitlab', '102', '1022')).toContain('broken')
  })

  test('retries what failed, and runs a good pipeline anew', async () => {
    await restart('lab', 'gitlab', '102')
    await restart('lab', 'gitlab', '101')
    await expect(restart('lab', 'gitlab', '103')).rejects.toMatchObject({ status: 409 })
    expect(builds.gitlab.calls).toEqual(['retry 102', 'create v1'])
  })
})

describe('Jenkins', () => {
  beforeAll(() => {
    builds.jenkins.jobs.set('team/web', [
      { number: 3, result: null, building: true },
      { number: 2, result: 'UNSTABLE', parameters: { COLOUR: 'sea green' } },
      { number: 1, result: 'SUCCESS' },
    ])
    builds.jenkins.jobs.set('team/many/main', [{ number: 7, result: 'SUCCESS' }])
    builds.jenkins.jobs.set('team/many/feature%2Fx', [{ number: 9, result: 'ABORTED' }])
    builds.jenkins.consoles.set('team/web 2', 'Finished: UNSTABLE\n')
    builds.jenkins.consoles.set('team/many/feature%2Fx 9', 'Aborted\n')
    builds.jenkins.stages.set('team/web 2', [{ id: '5', name: 'Test', status: 'FAILED', startTimeMillis: 0, durationMillis: 1000 }])
  })

  test('lists the builds of a job, shows stages and the console, and runs it again with its parameters', async () => {
    const { items } = await list('jenkins', 'jenkins')
    expect(items.map(({ id, status, branch, subject }) => `${id} ${status} ${branch} ${subject}`)).toEqual([
      '3 running main Change 3',
      '2 failed main Change 2',
      '1 success main Change 1',
    ])
    expect((await get('jenkins', 'jenkins', '2')).steps).toMatchObject([
      { name: 'Test', actions: [{ status: 'failed', endedAt: '1970-01-01T00:00:01.000Z', hasLog: false }] },
      { name: 'Console output', actions: [{ id: 'console', hasLog: true }] },
    ])
    expect(await log('jenkins', 'jenkins', '2', 'console')).toBe('Finished: UNSTABLE\n')
    await restart('jenkins', 'jenkins', '2')
    await restart('jenkins', 'jenkins', '1')
    await expect(restart('jenkins', 'jenkins', '3')).rejects.toMatchObject({ status: 409 })
    expect(builds.jenkins.started).toEqual(['buildWithParameters team/web?COLOUR=sea+green', 'build team/web'])
  })

  test('takes the branches of a project together, in an instance by name', async () => {
    const { items } = await list('branches', 'jenkins')
    expect(items.map(({ id, branch }) => `${id} ${branch}`)).toEqual(['feature%2Fx:9 feature/x', 'main:7 main'])
    expect((await list('branches', 'jenkins', { branch: 'main' })).items.map(({ id }) => id)).toEqual(['main:7'])
    expect(await get('branches', 'jenkins', 'feature%2Fx:9')).toMatchObject({ branch: 'feature/x', status: 'canceled' })
    expect(await log('branches', 'jenkins', 'feature%2Fx:9', 'console')).toBe('Aborted\n')
  })
})

describe('Azure Pipelines', () => {
  beforeAll(() => {
    builds.azure.builds.push(
      { id: 5, status: 'notStarted' },
      { id: 4, status: 'completed', result: 'failed' },
      { id: 3, status: 'completed', result: 'succeeded', branch: 'x' },
    )
    builds.azure.logs.set('4 9', '##[error]broken\n')
  })

  test('lists builds of the repository, shows jobs with their tasks, and reads their logs', async () => {
    const { items, total } = await list('azure', 'azure', { limit: 2 })
    expect([total, items.map(({ id, number, status, subject }) => `${id} ${number} ${status} ${subject}`)]).toEqual([
      3,
      ['5 20261116.5 queued Change 5', '4 20261116.4 failed Change 4'],
    ])
    expect((await list('azure', 'azure', { limit: 2, offset: 2 })).items.map(({ id }) => id)).toEqual(['3'])
    expect((await list('azure', 'azure', { branch: 'x' })).items.map(({ id }) => id)).toEqual(['3'])
    expect(await get('azure', 'azure', '4')).toMatchObject({
      branch: 'main',
      workflow: { id: '12', name: 'web-ci' },
      user: { name: 'Jane Doe', login: 'jane@acme.test' },
      steps: [
        {
          name: 'Job',
          actions: [
            { id: '8', name: 'Checkout', status: 'success' },
            { id: '9', name: 'Test', status: 'failed', hasLog: true },
          ],
        },
      ],
    })
    expect((await get('azure', 'azure', '5')).steps).toEqual([])
    expect(await log('azure', 'azure', '4', '9')).toBe('##[error]broken\n')
    await restart('azure', 'azure', '4')
    expect(builds.azure.queued).toEqual([{ definition: { id: 12 }, sourceBranch: 'refs/heads/main', sourceVersion: revision }])
  })
})

test.each(['hub github', 'lab gitlab', 'jenkins jenkins', 'azure azure'])('ids that lead elsewhere reach no host: %s', async pair => {
  const [name = '', system = ''] = pair.split(' ')
  const fake = builds[system as 'github']
  const before = fake.requests.length
  const asked = (path: string) => builds.server.fetch(`/api/builds/entities/default/component/${name}/${system}/builds/${path}`)
  for (const id of ['%2e%2e%2f%2e%2e', '..%2f1', '1%2Fretry', 'a%5c..%5cb', '1%3Fx=1', '%00', 'main%2F..:1', '..:1'])
    expect([id, (await asked(id)).status]).toEqual([id, expect.toBeOneOf([400, 404])])
  for (const action of ['../1', '1/../2', 'x', '%2e%2e'])
    expect([action, (await asked(`1/log?action=${encodeURIComponent(action)}`)).status]).toEqual([action, 404])
  expect(fake.requests.length).toBe(before)
})
