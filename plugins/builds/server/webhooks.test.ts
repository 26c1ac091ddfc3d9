import { expect, test } from 'vitest'
import { toFinishedBuild } from './webhooks.ts'

test('deliveries of three hosts tell of builds that are done', () => {
  const github = {
    action: 'completed',
    workflow_run: { id: 1, run_number: 2, conclusion: 'timed_out', head_branch: 'main' },
    repository: { full_name: 'a/b' },
  }
  expect(toFinishedBuild('github', github, { 'x-github-event': 'workflow_run' })).toMatchObject({
    system: 'github',
    project: 'a/b',
    id: '1',
    number: '2',
    status: 'timedout',
  })
  const gitlab = {
    object_kind: 'pipeline',
    object_attributes: { id: 3, status: 'failed', ref: 'main', url: 'https://x.test' },
    project: { path_with_namespace: 'g/s/b' },
    user: { username: 'jane' },
  }
  expect(toFinishedBuild('gitlab', gitlab, {})).toEqual({
    system: 'gitlab',
    project: 'g/s/b',
    id: '3',
    number: '3',
    branch: 'main',
    status: 'failed',
    url: 'https://x.test',
    login: 'jane',
  })
  const azure = {
    eventType: 'build.complete',
    resource: {
      id: 4,
      buildNumber: '2026.4',
      result: 'succeeded',
      sourceBranch: 'refs/heads/main',
      project: { name: 'shop' },
      repository: { name: 'web' },
      requestedFor: { uniqueName: 'jane@acme.test' },
    },
  }
  expect(toFinishedBuild('azureDevOps', azure, {})).toMatchObject({
    system: 'azure',
    project: 'shop/web',
    number: '2026.4',
    branch: 'main',
    status: 'success',
    login: 'jane@acme.test',
  })
})

test('anything else is no build that is done', () => {
  const event = { 'x-github-event': 'workflow_run' }
  for (const payload of [
    undefined,
    null,
    [],
    'x',
    {},
    { action: 'requested' },
    { action: 'completed', workflow_run: { id: 'x' } },
    { action: 'completed', workflow_run: { id: 1, conclusion: 'skipped' }, repository: { full_name: 'a/b' } },
  ])
    expect(toFinishedBuild('github', payload, event)).toBeUndefined()
  expect(toFinishedBuild('github', {}, { 'x-github-event': 'push' })).toBeUndefined()
  expect(toFinishedBuild('gitlab', { object_kind: 'pipeline', object_attributes: { status: 'running' } }, {})).toBeUndefined()
  expect(
    toFinishedBuild('azureDevOps', { eventType: 'build.complete', resource: { id: 1, result: 'failed', project: { name: 'x' } } }, {}),
  ).toBeUndefined()
})
