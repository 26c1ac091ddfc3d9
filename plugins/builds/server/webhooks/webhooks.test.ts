import { expect, test } from 'vitest'
import { toFinishedBuilds } from './finished-build.ts'

const toFinishedBuild = (...given: Parameters<typeof toFinishedBuilds>) => toFinishedBuilds(...given)[0]

test('deliveries of five hosts tell of builds that are done', () => {
  const circleci = {
    type: 'job-completed',
    job: { number: 7, name: 'test', status: 'failed' },
    workflow: { url: 'https://app.circleci.test/w' },
    pipeline: { vcs: { branch: 'main', commit: { author: { email: 'jane@acme.test' } } } },
    project: { slug: 'gh/a/b' },
  }
  expect(toFinishedBuild('circleci', circleci, {})).toEqual({
    system: 'circleci',
    project: 'gh/a/b',
    id: '7',
    number: '7',
    branch: 'main',
    line: 'test',
    status: 'failed',
    url: 'https://app.circleci.test/w',
    email: 'jane@acme.test',
  })
  expect(toFinishedBuild('circleci', { ...circleci, type: 'workflow-completed' }, {})).toBeUndefined()
  const github = {
    action: 'completed',
    workflow_run: { id: 1, run_number: 2, workflow_id: 9, conclusion: 'timed_out', head_branch: 'main' },
    repository: { full_name: 'a/b' },
  }
  expect(toFinishedBuild('github', github, { 'x-github-event': 'workflow_run' })).toMatchObject({
    system: 'github',
    project: 'a/b',
    id: '1',
    number: '2',
    status: 'timedout',
    line: '9',
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
  const jenkins = {
    name: 'feature%2Fx',
    url: 'job/team/job/web/job/feature%252Fx/',
    build: {
      full_url: 'https://jenkins.test/job/team/job/web/job/feature%252Fx/18/',
      number: 18,
      phase: 'COMPLETED',
      status: 'UNSTABLE',
      scm: { branch: 'origin/feature/x', culprits: ['Jane Doe'] },
    },
  }
  const common = { system: 'jenkins', number: '18', status: 'failed', person: 'Jane Doe', branch: 'feature/x', url: jenkins.build.full_url }
  expect(toFinishedBuilds('jenkins', jenkins, {})).toEqual([
    { ...common, project: 'team/web/feature%2Fx', id: '18' },
    { ...common, project: 'team/web', id: 'feature%2Fx:18' },
  ])
  const alone = { url: 'job/asgard/', build: { number: 3, phase: 'FINALIZED', status: 'SUCCESS', full_url: 'javascript:alert(1)' } }
  expect(toFinishedBuilds('jenkins', alone, {})).toEqual([
    { system: 'jenkins', project: 'asgard', id: '3', number: '3', status: 'success' },
  ])
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
  expect(toFinishedBuild('somewhere', {}, {})).toBeUndefined()
  for (const job of [undefined, { number: 'x', status: 'failed' }, { number: 1, status: 'unauthorized' }])
    expect(toFinishedBuild('circleci', { type: 'job-completed', job, project: { slug: 'gh/a/b' } }, {})).toBeUndefined()
  expect(toFinishedBuild('gitlab', { object_kind: 'pipeline', object_attributes: { status: 'running' } }, {})).toBeUndefined()
  expect(
    toFinishedBuild('azureDevOps', { eventType: 'build.complete', resource: { id: 1, result: 'failed', project: { name: 'x' } } }, {}),
  ).toBeUndefined()
  const job = { url: 'job/asgard/', build: { number: 3, phase: 'COMPLETED', status: 'FAILURE' } }
  for (const odd of [
    { ...job, url: 'view/all/job/asgard/../x' },
    { ...job, url: 'job/' },
    { ...job, url: undefined },
    { ...job, build: { ...job.build, phase: 'STARTED' } },
    { ...job, build: { ...job.build, number: '3' } },
    { ...job, build: { ...job.build, status: 'PURPLE' } },
    { ...job, build: 'x' },
  ])
    expect(toFinishedBuilds('jenkins', odd, {})).toEqual([])
})
