import { circleBuild, refuseUnknown, startBuilds, type TestBuilds } from '@portico/builds/testing'
import { document, file } from '@portico/catalog/testing'
import { defineServerPlugin, type Events } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { notificationsPlugin } from '@portico/notifications/server'
import { webhookEvent } from '@portico/events/common'
import { afterAll, beforeAll, expect, test } from 'vitest'

let events: Events
const busPlugin = defineServerPlugin({ id: 'bus-user', setup: ({ work }) => void (events = work.events) })

let builds: TestBuilds
beforeAll(async () => {
  builds = await startBuilds(
    {
      hub: { 'github.com/project-slug': 'acme/web' },
      circle: { 'circleci.com/project-slug': 'github/acme/web' },
      butler: { 'jenkins.io/job-full-name': 'team/web' },
      elsewhere: { 'jenkins.io/job-full-name': 'other:team/web/main' },
    },
    {
      plugins: [notificationsPlugin, busPlugin],
      files: {
        'people.yaml': file(
          document('Group', 'team-a', { spec: { members: ['joe'] } }),
          document('User', 'joe'),
          document('User', 'jane', {
            metadata: { annotations: { 'github.com/user-login': 'jane-the-first' } },
            spec: { profile: { email: 'jane@acme.test', displayName: 'Jane Doe' } },
          }),
        ),
      },
    },
  )
  // Owners are found by relations.
  await eventually(async () => {
    const group = await builds.server.fetch('/api/catalog/entities/by-name/group/default/team-a')
    const { relations = [] } = (await group.json()) as { relations?: { type: string }[] }
    const count = (wanted: string) => relations.filter(({ type }) => type === wanted).length
    if (count('hasMember') !== 1 || count('ownerOf') !== 4) throw new Error('The organisation is not there yet')
  })
})
afterAll(async () => {
  await builds.stop()
  refuseUnknown(builds.refused())
})

async function told(name: string) {
  const { notifications } = await builds.server.as(`user:default/${name}`).call(notificationsApi.listNotifications, { query: {} })
  return notifications.map(({ origin, payload: { title, link, severity, topic } }) => ({ origin, title, link, severity, topic }))
}
const titles = async (name: string) => (await told(name)).map(({ title }) => title).toSorted()

function deliverGithub(id: number, branch: string): Promise<void> {
  const run = { id, run_number: id - 1000, workflow_id: 7, conclusion: 'failure', head_branch: branch, actor: { login: 'Jane-the-first' } }
  return events.publish(webhookEvent('github'), {
    eventPayload: { action: 'completed', workflow_run: run, repository: { full_name: 'acme/web' } },
    metadata: { 'x-github-event': 'workflow_run' },
  })
}

function deliverCircle(job: number, name: string): Promise<void> {
  return events.publish(webhookEvent('circleci'), {
    eventPayload: {
      type: 'job-completed',
      job: { number: job, name, status: 'failed' },
      pipeline: { vcs: { branch: 'main', commit: { author: { email: 'Jane@acme.test' } } } },
      project: { slug: 'gh/acme/web' },
    },
    metadata: {},
  })
}

test('who started a build that broke a branch is notified, and on the default branch the owners as well', async () => {
  builds.github.runs.push(
    { id: 1003, status: 'completed', conclusion: 'failure' },
    { id: 1002, status: 'completed', conclusion: 'failure', branch: 'x' },
    { id: 1001, status: 'completed', conclusion: 'success' },
  )
  await deliverGithub(1002, 'x')
  await eventually(async () => expect(await titles('jane')).toEqual(['Build 2 of hub failed on x']))
  await deliverGithub(1003, 'main')
  await eventually(async () => expect(await titles('joe')).toEqual(['Build 3 of hub failed on main']))
  expect(await titles('jane')).toEqual(['Build 2 of hub failed on x', 'Build 3 of hub failed on main'])
  expect(await told('joe')).toEqual([
    {
      origin: 'plugin:builds',
      title: 'Build 3 of hub failed on main',
      link: '/catalog/default/component/hub/ci-cd/1003?system=github',
      severity: 'high',
      topic: 'builds',
    },
  ])
})

test('jobs of CircleCI are compared with the same job before; what failed before is no news', async () => {
  const job = (number: number, job_name: string, status: string) =>
    circleBuild(number, { status, workflows: { workflow_id: 'w', workflow_name: 'ci', job_name } })
  builds.circleci.model.builds = [
    job(24, 'test', 'failed'),
    job(23, 'lint', 'failed'),
    job(22, 'lint', 'success'),
    job(21, 'test', 'failed'),
  ]
  // The job test failed before; lint did not.
  await deliverCircle(24, 'test')
  await deliverCircle(23, 'lint')
  await eventually(async () => expect(await titles('jane')).toContain('Build 23 of circle failed on main'))
  expect(await titles('joe')).toEqual(['Build 23 of circle failed on main', 'Build 3 of hub failed on main'])
})

test('a branch that broke in Jenkins is told once, to who wrote the commit and the owners, whichever way entities name the job', async () => {
  builds.jenkins.jobs.set('team/web/main', [
    { number: 41, result: 'FAILURE' },
    { number: 40, result: 'SUCCESS' },
  ])
  const deliver = (phase: string) =>
    events.publish(webhookEvent('jenkins'), {
      eventPayload: {
        name: 'main',
        url: 'job/team/job/web/job/main/',
        build: { number: 41, phase, status: 'FAILURE', scm: { branch: 'origin/main', culprits: ['Jane Doe'] } },
      },
      metadata: {},
    })
  await deliver('STARTED')
  await deliver('COMPLETED')
  await deliver('FINALIZED')
  const wanted = ['Build 41 of butler failed on main', 'Build 41 of elsewhere failed on main']
  await eventually(async () => expect(await titles('jane')).toEqual(expect.arrayContaining(wanted)))
  expect((await titles('joe')).filter(title => title.startsWith('Build 41'))).toEqual(wanted)
  const links = (await told('joe')).filter(({ title }) => title.startsWith('Build 41')).map(({ link }) => link)
  expect(links.toSorted()).toEqual([
    '/catalog/default/component/butler/ci-cd/main%3A41?system=jenkins',
    '/catalog/default/component/elsewhere/ci-cd/41?system=jenkins',
  ])
})
