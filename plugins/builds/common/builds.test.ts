import { circleBuild } from '@portico/builds/testing'
import { describe, expect, test } from 'vitest'
import {
  buildStatuses,
  durationOf,
  fromCircleBuild,
  fromCircleDetails,
  isBuildId,
  parsePath,
  parseProjectSlug,
  projectPath,
  toBuildStatus,
  toCircleBuild,
  toCircleBuilds,
  toCircleOutput,
  toDelivery,
  toRates,
} from './index.ts'

describe('a project slug', () => {
  test('is vcs/owner/repo, split into its three parts; gh is GitHub, anything else Bitbucket [CI-15]', () => {
    expect(parseProjectSlug('github/acme/web')).toEqual({ vcs: 'github', owner: 'acme', repo: 'web' })
    expect(parseProjectSlug('gh/acme/web').vcs).toBe('github')
    expect(parseProjectSlug('bb/acme/web')).toEqual({ vcs: 'bitbucket', owner: 'acme', repo: 'web' })
    expect(projectPath(parseProjectSlug('gh/ac me/w+b'))).toBe('/project/github/ac%20me/w%2Bb')
  })

  test.each([
    'acme/web',
    'gh/acme',
    'gh/acme/web/x',
    'gh/../web',
    'gh/acme/..',
    'gh/acme/%2e%2e',
    'gh/a?b/c',
    'gh/a/b#c',
    'gh//web',
    'gh/a\\..\\b/c',
  ])('%s is refused before it becomes part of an address', slug => expect(() => parseProjectSlug(slug)).toThrow('expected vcs/owner/repo'))

  test('that is empty means that there are no credentials', () => {
    expect(() => parseProjectSlug('')).toThrow('No credentials provided')
    expect(() => parseProjectSlug('  ')).toThrow('No credentials provided')
  })
})

test('paths of other hosts have no segment that leads elsewhere', () => {
  expect(parsePath('acme/web')).toEqual(['acme', 'web'])
  expect(parsePath('a/b/c', 2, 20)).toEqual(['a', 'b', 'c'])
  for (const path of ['acme', 'acme/web/x', 'acme/..', '../web', 'a/%2e%2e', 'a/b?c', 'https://evil.test/x', '/acme', 'acme/', 'a/\u0000'])
    expect([path, parsePath(path)]).toEqual([path, undefined])
  for (const id of ['..', '.', 'a/b', 'a\\b', 'a?b', 'a#b', '', 'a\nb', 'x'.repeat(301)]) expect([id, isBuildId(id)]).toEqual([id, false])
  for (const id of ['12', 'main:12', 'feature%2Fx:3']) expect(isBuildId(id)).toBe(true)
})

describe('a build of CircleCI', () => {
  test('has its id or number, what it is of, its times, its user and its workflow [CI-16]', () => {
    const sent = circleBuild(42, { retry_of: 41, status: 'failed' })
    expect(fromCircleBuild(toCircleBuild(sent))).toEqual({
      id: '42',
      number: '42',
      subject: 'Change 42',
      retryOf: '41',
      status: 'failed',
      queuedAt: '2026-11-16T05:00:00.000Z',
      startedAt: '2026-11-16T05:00:10.000Z',
      stoppedAt: '2026-11-16T05:03:22.000Z',
      branch: 'main',
      revision: '0123456789abcdef0123456789abcdef01234567',
      committer: 'Jane Doe',
      commitUrl: 'https://github.com/acme/web/commit/42',
      url: 'https://circleci.com/gh/acme/web/42',
      user: { isUser: true, login: 'jane', name: 'Jane Doe', avatarUrl: 'data:,' },
      workflow: { id: 'w-42', name: 'build-and-test', job: 'test', url: 'https://circleci.com/gh/acme/web/42/workflows/w-42' },
      isRestartable: true,
    })
    expect(fromCircleBuild({ id: 7 })).toMatchObject({ id: '7', status: 'not_running' })
    for (const status of ['running', 'queued', 'scheduled'])
      expect(fromCircleBuild({ id: 7, status })).toMatchObject({ status, isRestartable: false })
  })

  test('has the link of its commit from the first of its commits [CI-17]', () => {
    const commits = [{ commit_url: 'https://a.test/1' }, { commit_url: 'https://a.test/2' }]
    expect(fromCircleBuild(circleBuild(1, { all_commit_details: commits })).commitUrl).toBe('https://a.test/1')
    for (const none of [[], null, [{}]]) expect(fromCircleBuild(circleBuild(1, { all_commit_details: none })).commitUrl).toBeUndefined()
  })

  test('has steps whose actions have a name, whether they failed, the address of their output and their times [CI-18]', () => {
    const action = {
      name: 'npm test',
      status: 'failed',
      failed: true,
      output_url: 'https://s3.test/1',
      start_time: '2026-11-16T05:00:00Z',
      end_time: '2026-11-16T05:01:00Z',
    }
    const { steps } = fromCircleDetails(
      circleBuild(1, { steps: [{ name: 'Test', actions: [action, { ...action, failed: null, status: 'success', output_url: null }] }] }),
    )
    const times = { startedAt: '2026-11-16T05:00:00Z', endedAt: '2026-11-16T05:01:00Z' }
    expect(steps).toEqual([
      {
        name: 'Test',
        actions: [
          { id: '0.0', name: 'npm test', status: 'failed', ...times, hasLog: true },
          { id: '0.1', name: 'npm test', status: 'success', ...times, hasLog: false },
        ],
      },
    ])
    expect(fromCircleDetails({ build_num: 1, steps: 'x' as never }).steps).toEqual([])
  })

  test('that is none, or an output that is none, is an error that says what was expected', () => {
    for (const none of [undefined, 'x', [], {}, { build_num: 'x' }]) expect(() => toCircleBuild(none)).toThrow('not a build')
    expect(() => toCircleBuilds({})).toThrow('not a list of builds')
    expect(() => toCircleOutput({ message: 'x' })).toThrow('not the output of a step')
    expect(toCircleOutput([{ message: 'a\n' }, { type: 'out' }, 3, { message: 'b' }])).toBe('a\nb')
  })
})

test('a status that is not known counts as one that does not run', () => {
  for (const status of buildStatuses) expect(toBuildStatus(status)).toBe(status)
  for (const other of ['on_hold', undefined, 3]) expect(toBuildStatus(other)).toBe('not_running')
})

test('rates count what ended well or badly, and durations what is known', () => {
  const build = (status: 'success' | 'failed' | 'canceled' | 'running', minutes?: number) => ({
    status,
    startedAt: '2026-11-16T05:00:00Z',
    stoppedAt: minutes === undefined ? undefined : `2026-11-16T05:0${minutes}:00Z`,
  })
  expect(
    toRates([build('success', 1), build('success', 3), build('failed', 2), build('success', 9), build('canceled', 8), build('running')]),
  ).toEqual({
    successRate: 0.75,
    medianMs: 180_000,
  })
  expect(toRates([build('running')])).toEqual({})
  expect(durationOf({ startedAt: '2026-11-16T05:00:00Z', stoppedAt: '2026-11-16T04:00:00Z' })).toBeUndefined()
  expect(durationOf({ startedAt: 'x', stoppedAt: 'y' })).toBeUndefined()
})

test('the figures of delivery are of the builds of 30 days that ended well or badly', () => {
  const now = Date.parse('2026-11-18T00:00:00Z')
  const build = (day: number, status: 'success' | 'failed' | 'running', hour = 0) => ({
    status,
    startedAt: `2026-11-${String(day).padStart(2, '0')}T0${hour}:00:00Z`,
    stoppedAt: `2026-11-${String(day).padStart(2, '0')}T0${hour}:10:00Z`,
  })
  const builds = [build(17, 'running'), build(16, 'success', 4), build(16, 'failed', 2), build(16, 'failed', 1), build(15, 'success')]
  expect(toDelivery([...builds, { status: 'failed', startedAt: '2026-09-01T00:00:00Z' }], { now })).toEqual({
    succeeded: 2,
    failed: 2,
    durationSeconds: 600,
    restoreSeconds: 3 * 3600,
  })
  expect(toDelivery([], { now })).toEqual({ succeeded: 0, failed: 0, durationSeconds: undefined, restoreSeconds: undefined })
})
