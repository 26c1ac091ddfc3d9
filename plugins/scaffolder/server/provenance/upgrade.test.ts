import { document } from '@portico/catalog/testing'
import { connectorsApi } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { eventually } from '@portico/core/testing'
import { startFakeGithub } from '@portico/integrations/testing'
import { scaffolderApi, type ProvenanceRecord } from '@portico/scaffolder/common'
import { createGitBackend, messagesOf, startScaffolder, template, type TestScaffolder } from '@portico/scaffolder/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const backend = createGitBackend()
let github: Awaited<ReturnType<typeof startFakeGithub>>
let scaffolder: TestScaffolder

const service = (more: object = {}, parameters: object = {}) => ({
  parameters: { properties: { name: { type: 'string' }, repoUrl: { type: 'string' }, ...parameters }, required: ['name', 'repoUrl'] },
  steps: [
    {
      id: 'fetch',
      action: 'fetch:template',
      input: {
        url: './skeleton',
        values: { name: '${{ parameters.name }}', port: '${{ parameters.port }}', task: '${{ context.task.id }}' },
      },
    },
    { action: 'roadiehq:utils:fs:write', input: { path: '.env', content: 'KEY=${{ secrets.KEY }}' } },
    { id: 'publish', action: 'publish:github', input: { repoUrl: '${{ parameters.repoUrl }}', protectDefaultBranch: false, ...more } },
  ],
})
const skeleton = {
  'skeleton/README.md': '# ${{ values.name }}\n\nMade once.\n\n## Notes\n\nNone.\n',
  'skeleton/src/${{ values.name }}.js': 'export const name = "${{ values.name }}"\n',
  'skeleton/ci.yaml': 'image: node:20\nsteps:\n  - npm test\n',
  'skeleton/task.txt': '${{ values.task }}\n',
}

beforeAll(async () => {
  github = await startFakeGithub()
  github.organisations.add('acme')
  github.state.fault = backend.fault
  const integrations = { github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'gh-token-1' }] }
  scaffolder = await startScaffolder(
    { service: service(), other: service() },
    { config: { integrations }, plugins: [connectorsPlugin], files: skeleton, documents: [component()] },
  )
})
afterAll(async () => {
  await scaffolder.stop()
  await github.close()
  backend.close()
})

/** An entity that is described in the repository of the first test. */
const component = () =>
  document('Component', 'shop', { metadata: { annotations: { 'backstage.io/source-location': `url:${github.url}/acme/shop/blob/main/` } } })
const write = (one: object, other: object) =>
  scaffolder.write('templates.yaml', [template('service', one), template('other', other), component()].join('\n---\n'))

/** Runs the template, and gives the fake server of the host the files that git was given. */
async function make(name: string, templateName = 'service') {
  const values = { name, repoUrl: `${github.host}?owner=acme&repo=${name}` }
  const { task, completion } = await scaffolder.run(templateName, values, { KEY: 'hunter2-secret' })
  expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
  const place = `/acme/${name}`
  const paths = backend.git(place, 'ls-tree', '-r', '--name-only', 'refs/heads/main').split('\n')
  const repository = github.model.find('acme', name)
  if (!repository) throw new Error('there is no repository')
  const files = Object.fromEntries(paths.map(path => [path, `${backend.git(place, 'show', `refs/heads/main:${path}`)}\n`]))
  github.model.commit(repository, 'main', files)
  return { repository, task, origin: await originOf(task.id) }
}

const list = (query: Record<string, string> = {}) => scaffolder.server.call(scaffolderApi.listProvenance, { query: query as never })
async function originOf(taskId: string): Promise<ProvenanceRecord> {
  const found = (await list()).items.find(each => each.taskId === taskId)
  if (!found) throw new Error('there is no origin')
  return found
}
const drift = (originId: string) => scaffolder.server.call(scaffolderApi.getUpgradeDiff, { params: { originId } })
const upgrade = (body: object) => scaffolder.server.call(scaffolderApi.startUpgrades, { body: body as never })
const contentOf = (repository: { name: string }, branch: string, path: string) => {
  const found = github.model.find('acme', repository.name)
  return found && github.model.resolve(found, branch)?.files.get(path)?.toString()
}

/** Another version of the template, once the catalog has it. */
async function change(spec: object, files: Record<string, string> = {}) {
  const before = (await list({ templateRef: 'template:default/service' })).items[0]?.currentVersion
  for (const [name, text] of Object.entries(files)) scaffolder.write(name, text)
  write(spec, service())
  await eventually(async () => {
    const { items } = await list({ templateRef: 'template:default/service' })
    expect(items[0]?.currentVersion).not.toBe(before)
  })
}

test('a repository carries its template, its version and its answers, and follows the template by a pull request', async () => {
  const { repository, task, origin } = await make('shop')
  expect(origin).toMatchObject({
    templateRef: 'template:default/service',
    title: 'acme/shop',
    isOutdated: false,
    changesBehind: 0,
    canUpgrade: true,
  })
  const details = await scaffolder.server.call(scaffolderApi.getProvenance, { params: { originId: origin.id } })
  expect(details.answers).toEqual({ name: 'shop', repoUrl: `${github.host}?owner=acme&repo=shop` })
  expect(details.parts.map(({ kind }) => kind)).toEqual(['template', 'tree'])
  expect(JSON.stringify(details)).not.toContain('hunter2')
  expect(await drift(origin.id)).toMatchObject({ isOutdated: false, files: [{ path: '.env' }], conflicts: [] })

  const params = { namespace: 'default', kind: 'component', name: 'shop' }
  const { origin: ofEntity } = await scaffolder.server.call(scaffolderApi.getEntityProvenance, { params })
  expect(ofEntity).toMatchObject({ isOutdated: false, repository: { id: origin.id, canUpgrade: true } })
  await expect(scaffolder.server.call(scaffolderApi.getEntityProvenance, { params: { ...params, name: 'none' } })).rejects.toMatchObject({
    status: 404,
  })

  // The team goes on, and so does the template.
  github.model.commit(repository, 'main', {
    'README.md': '# shop\n\nMade once.\n\n## Notes\n\nOurs.\n',
    'ci.yaml': 'image: node:22\nsteps:\n  - npm test\n',
    'own.txt': 'own',
  })
  await change(service({ description: 'New' }, { port: { type: 'number', default: 8080 } }), {
    'skeleton/README.md': '# ${{ values.name }}, a service\n\nMade once.\n\n## Notes\n\nNone.\n',
    'skeleton/ci.yaml': 'image: node:24\nsteps:\n  - npm test\n',
    'skeleton/new.txt': 'port ${{ values.port }}\n',
  })
  const outdated = await originOf(task.id)
  expect(outdated).toMatchObject({ isOutdated: true, changesBehind: 1 })
  const found = await drift(origin.id)
  expect(found).toMatchObject({
    isOutdated: true,
    conflicts: ['ci.yaml'],
    files: [
      { path: '.env', outcome: 'skipped', reason: 'secret' },
      { path: 'README.md', outcome: 'merged', after: '# shop, a service\n\nMade once.\n\n## Notes\n\nOurs.\n' },
      { path: 'ci.yaml', outcome: 'conflict', reason: 'both-changed' },
      { path: 'new.txt', change: 'added', outcome: 'taken', after: 'port 8080\n' },
    ],
  })
  // Looking has also seen that the skeleton changed.
  expect((await originOf(task.id)).changesBehind).toBe(2)
  await scaffolder.server
    .as({ plugin: 'devtools' })
    .fetch('/api/scaffolder/.backstage/scheduler/v1/tasks/read-template-facts/trigger', { method: 'POST' })
  const query = { entityRef: ['component:default/shop'], name: ['template.ref', 'template.behind', 'template.outdated-since'] }
  await eventually(async () => {
    const { items: facts } = await scaffolder.server.as('user:default/jane').call(connectorsApi.listFacts, { query })
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toEqual({
      'template.ref': 'template:default/service',
      'template.behind': 2,
      'template.outdated-since': expect.stringMatching(/^20/),
    })
  })

  const started = await upgrade({ originIds: [origin.id] })
  expect(started).toEqual({ items: [{ originId: origin.id, taskId: expect.any(String) }], skipped: [] })
  const taskId = started.items[0]?.taskId ?? ''
  await scaffolder.until(taskId, 'completed', 'failed')
  const events = await scaffolder.eventsOf(taskId)
  expect([messagesOf(events).at(-1), events.at(-1)?.body['error']]).toEqual(['Run completed with status: completed', undefined])
  expect(events.at(-1)?.body['output']).toMatchObject({ links: [{ url: expect.stringContaining('/pull/') }], conflicts: ['ci.yaml'] })
  const request = repository.requests[0]
  expect(request).toMatchObject({
    title: 'Upgrade to the current version of service',
    target: 'main',
    description: expect.stringContaining('`ci.yaml`: changed here and in the template'),
  })
  const branch = request?.source ?? ''
  expect(contentOf(repository, branch, 'README.md')).toBe('# shop, a service\n\nMade once.\n\n## Notes\n\nOurs.\n')
  expect(contentOf(repository, branch, 'ci.yaml')).toContain(
    '<<<<<<< repository\nimage: node:22\n=======\nimage: node:24\n>>>>>>> template\n',
  )
  expect([contentOf(repository, branch, 'own.txt'), contentOf(repository, branch, 'new.txt')]).toEqual(['own', 'port 8080\n'])
  expect(await originOf(task.id)).toMatchObject({
    upgrade: { taskId, status: 'completed' },
    request: { number: 1, conflicts: ['ci.yaml'] },
  })

  // Once more is the same request.
  const again = (await upgrade({ originIds: [origin.id] })).items[0]?.taskId ?? ''
  await scaffolder.until(again, 'completed')
  expect(repository.requests).toHaveLength(1)
  expect(messagesOf(await scaffolder.eventsOf(again))).toContainEqual(expect.stringContaining('is open already'))

  // Merged, it is what the repository is based on.
  const merged = github.model.resolve(repository, branch)
  github.model.commit(repository, 'main', {
    ...Object.fromEntries(merged?.files ?? []),
    'ci.yaml': 'image: node:24\nsteps:\n  - npm test\n',
  })
  if (request) request.state = 'merged'
  expect(await drift(origin.id)).toMatchObject({
    isOutdated: false,
    files: [{ path: '.env' }],
    origin: { isOutdated: false, changesBehind: 0, upgradedAt: expect.any(String) },
  })
})

test('all repositories of a template are upgraded at once, each by its own task, and one that fails costs itself', async () => {
  const [one, two, three] = [await make('one', 'other'), await make('two', 'other'), await make('three', 'other')]
  // Somebody removed it.
  github.model.repositories.splice(github.model.repositories.indexOf(two.repository), 1)
  scaffolder.write('skeleton/all.txt', 'for ${{ values.name }}')
  write(service(), service({ description: 'All' }))
  await eventually(async () =>
    expect((await list({ templateRef: 'template:default/other' })).summary).toMatchObject({ total: 3, outdated: 3 }),
  )
  const started = await upgrade({ templateRef: 'template:default/other' })
  expect(started.items.map(({ originId }) => originId).sort()).toEqual([one, two, three].map(({ origin }) => origin.id).sort())
  // Asked for again while they run, or right after, it makes nothing twice.
  await upgrade({ templateRef: 'template:default/other' })
  await eventually(async () => {
    const { summary } = await list({ templateRef: 'template:default/other' })
    expect(summary).toEqual({ total: 3, outdated: 3, running: 0, failed: 1, open: 2 })
  })
  for (const { repository } of [one, three]) {
    expect(repository.requests).toHaveLength(1)
    expect(contentOf(repository, repository.requests[0]?.source ?? '', 'all.txt')).toBe(`for ${repository.name}\n`.trim())
  }
  // Undone, the request is closed.
  const closing = (await originOf(one.task.id)).upgrade?.taskId ?? ''
  const { entries } = await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: closing }, body: {} })
  expect(entries).toMatchObject([{ kind: 'pull-request', address: expect.stringContaining('/pull/') }])
})

test('answers that a template asks for since are missing until they are given, and are values, not expressions', async () => {
  const { repository, origin } = await make('asked')
  const asks = service({ description: 'Asks' }, { port: { type: 'string' } })
  await change(
    { ...asks, parameters: { ...asks.parameters, required: ['name', 'repoUrl', 'port'] } },
    { 'skeleton/asked.txt': 'port ${{ values.port }}\n' },
  )
  expect(await drift(origin.id)).toMatchObject({ isOutdated: true, files: [], missingAnswers: [expect.stringContaining('port')] })
  const failed = (await upgrade({ originIds: [origin.id] })).items[0]?.taskId ?? ''
  await scaffolder.until(failed, 'failed')
  expect((await scaffolder.eventsOf(failed)).at(-1)?.body).toMatchObject({ error: { message: expect.stringContaining('port') } })
  const values = { port: '${{ user.ref }}' }
  const done = (await upgrade({ originIds: [origin.id], values })).items[0]?.taskId ?? ''
  await scaffolder.until(done, 'completed')
  expect(contentOf(repository, repository.requests[0]?.source ?? '', 'asked.txt')).toBe('port ${{ user.ref }}\n')
})

test('a change of the skeleton alone is seen by the hourly check; what has no origin is not found', async () => {
  const { task, origin } = await make('checked', 'other')
  expect(await originOf(task.id)).toMatchObject({ isOutdated: false })
  scaffolder.write('skeleton/task.txt', 'changed ${{ values.task }}\n')
  const url = '/api/scaffolder/.backstage/scheduler/v1/tasks/check-origins/trigger'
  expect((await scaffolder.server.as({ plugin: 'test' }).fetch(url, { method: 'POST' })).status).toBe(200)
  await eventually(async () => expect(await originOf(task.id)).toMatchObject({ isOutdated: true, changesBehind: 1 }))
  await expect(drift('00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({ status: 404 })
  await expect(drift('x')).rejects.toMatchObject({ status: 404 })
  expect(await upgrade({ originIds: ['00000000-0000-0000-0000-000000000000'] })).toMatchObject({
    items: [],
    skipped: [{ reason: 'not-found' }],
  })
  // Who undoes the run has no repository that could follow.
  await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: task.id }, body: {} })
  await expect(drift(origin.id)).rejects.toMatchObject({ status: 404, code: 'scaffolder.origin-not-found' })
})
