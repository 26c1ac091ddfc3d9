import {
  startFakeAzure,
  startFakeBitbucketCloud,
  startFakeBitbucketServer,
  startFakeGitea,
  startFakeGithub,
  startFakeGitlab,
  type FakeServer,
  type FakeRequest,
} from '@portico/integrations/testing'
import { eventually } from '@portico/core/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { createGitBackend, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const backend = createGitBackend()
const fakes: Record<string, FakeServer> = {}
const calls: { host: string; method: string; path: string; body: string }[] = []
/** What a host answers in place of itself: a status, nothing, or half of what it announced. */
type Refusal = { readonly status: number; readonly json?: unknown; readonly headers?: Record<string, string> } | 'hang' | 'lie' | undefined
let refuse: ((request: FakeRequest) => Refusal) | undefined
let github: Awaited<ReturnType<typeof startFakeGithub>>
let gitlab: Awaited<ReturnType<typeof startFakeGitlab>>
let scaffolder: TestScaffolder

const write = (file: string, content: string) => ({ action: 'roadiehq:utils:fs:write', input: { path: file, content } })
const files = [write('README.md', 'Hello'), write('.gitignore', 'ignored\n'), write('ignored', 'x'), write('src/a.js', 'a')]
const publish = (action: string, more: object = {}) => ({
  steps: [
    ...files,
    { id: 'publish', action, input: { repoUrl: '${{ parameters.repoUrl }}', description: 'The shop', defaultBranch: 'main', ...more } },
  ],
  output: {
    remoteUrl: '${{ steps.publish.output.remoteUrl }}',
    contents: '${{ steps.publish.output.repoContentsUrl }}',
    commit: '${{ steps.publish.output.commitHash }}',
  },
})
const call = (action: string, input: object, output: object = {}) => ({
  steps: [{ id: 'call', action, input: { repoUrl: '${{ parameters.repoUrl }}', ...input } }],
  output,
})

beforeAll(async () => {
  github = await startFakeGithub()
  github.organisations.add('acme')
  gitlab = await startFakeGitlab()
  gitlab.namespaces.add('acme/tools')
  const azure = await startFakeAzure()
  azure.model.add('acme/tools/other')
  const [gitea, cloud, server] = [await startFakeGitea(), await startFakeBitbucketCloud(), await startFakeBitbucketServer()]
  Object.assign(fakes, { github, gitlab, azure, gitea, cloud, server })
  for (const [host, fake] of Object.entries(fakes))
    fake.state.fault = (request, response) => {
      if (backend.fault(request, response)) return true
      if (request.method !== 'GET') calls.push({ host, method: request.method, path: request.path, body: request.body.toString() })
      const refused = refuse?.(request)
      const text = JSON.stringify((typeof refused === 'object' ? refused.json : undefined) ?? { message: 'refused by the test' })
      if (refused === 'lie') response.writeHead(201, { 'content-length': '5000' }).end('{"id":', () => response.destroy())
      else if (refused && refused !== 'hang')
        response.writeHead(refused.status, { 'content-type': 'application/json', ...refused.headers }).end(text)
      return refused !== undefined
    }
  const integrations = {
    github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'gh-token-1' }],
    gitlab: [{ host: gitlab.host, token: 'gl-token-1' }],
    azure: [{ host: azure.host, credentials: [{ personalAccessToken: 'az-token-1' }] }],
    gitea: [{ host: gitea.host, username: 'u', password: 'gt-token-1' }],
    bitbucketCloud: [{ host: cloud.host, apiBaseUrl: cloud.apiBaseUrl, username: 'u', appPassword: 'bc-token-1' }],
    bitbucketServer: [{ host: server.host, token: 'bs-token-1' }],
  }
  const change = { title: 'Add a file', description: 'By a template' }
  scaffolder = await startScaffolder(
    {
      github: publish('publish:github', { topics: ['Shop'], token: '${{ secrets.TOKEN }}', allowedHosts: ['x'] }),
      gitlab: publish('publish:gitlab'),
      azure: publish('publish:azure'),
      gitea: publish('publish:gitea'),
      cloud: publish('publish:bitbucketCloud'),
      server: publish('publish:bitbucketServer'),
      pull: {
        steps: [
          write('new.txt', 'new'),
          {
            id: 'pr',
            action: 'publish:github:pull-request',
            input: { repoUrl: '${{ parameters.repoUrl }}', branchName: 'add', filesToDelete: ['gone.txt'], ...change },
          },
        ],
        output: {
          url: '${{ steps.pr.output.remoteUrl }}',
          number: '${{ steps.pr.output.pullRequestNumber }}',
          target: '${{ steps.pr.output.targetBranchName }}',
        },
      },
      merge: {
        steps: [
          write('new.txt', 'new'),
          {
            id: 'mr',
            action: 'publish:gitlab:merge-request',
            input: { repoUrl: '${{ parameters.repoUrl }}', branchName: 'add', ...change },
          },
        ],
        output: { url: '${{ steps.mr.output.mergeRequestUrl }}', target: '${{ steps.mr.output.targetBranchName }}' },
      },
      halves: {
        steps: [
          ...files,
          { action: 'github:repo:create', input: { repoUrl: '${{ parameters.repoUrl }}', description: 'In two' } },
          { id: 'push', action: 'github:repo:push', input: { repoUrl: '${{ parameters.repoUrl }}', protectDefaultBranch: false } },
        ],
        output: { commit: '${{ steps.push.output.commitHash }}' },
      },
      group: call(
        'gitlab:group:ensureExists',
        { path: ['acme', { name: 'Web', slug: 'web' }] },
        { id: '${{ steps.call.output.groupId }}' },
      ),
      migrate: call(
        'gitlab:group:migrate',
        {
          sourceUrl: 'https://gitlab.com',
          sourceAccessToken: '${{ secrets.TOKEN }}',
          sourceFullPath: 'old/shop',
          destinationUrl: gitlab.url,
          destinationAccessToken: '${{ secrets.TOKEN }}',
          destinationNamespace: 'acme',
          destinationSlug: 'shop',
        },
        { url: '${{ steps.call.output.importedRepoUrl }}', id: '${{ steps.call.output.migrationId }}' },
      ),
      access: call('gitlab:group:access', { path: 'acme/web', userIds: [7], groupIds: [8] }),
      webhook: call('github:webhook', { webhookUrl: 'https://hook.test', webhookSecret: '${{ secrets.TOKEN }}' }),
      issue: call('github:issues:create', { title: 'Later' }, { url: '${{ steps.call.output.issueUrl }}' }),
      dispatch: call('github:actions:dispatch', { workflowId: 'ci.yaml', branchOrTagName: 'main' }),
      accessToken: call('gitlab:projectAccessToken:create', { projectId: 7 }, { token: '${{ steps.call.output.access_token }}' }),
      variable: call('gitlab:projectVariable:create', { projectId: 7, key: 'K', value: 'V', variableType: 'env_var' }),
    },
    { config: { integrations } },
  )
})
beforeEach(() => {
  refuse = undefined
  calls.length = 0
})
afterAll(async () => {
  await scaffolder.stop()
  for (const fake of Object.values(fakes)) await fake.close()
  backend.close()
})

const places: Record<string, (repo: string) => { repoUrl: string }> = {
  github: repo => ({ repoUrl: `${github.host}?owner=acme&repo=${repo}` }),
  gitlab: repo => ({ repoUrl: `${gitlab.host}?owner=acme%2Ftools&repo=${repo}` }),
  azure: repo => ({ repoUrl: `${fakes['azure']?.host}?organization=acme&project=tools&repo=${repo}` }),
  gitea: repo => ({ repoUrl: `${fakes['gitea']?.host}?owner=acme&repo=${repo}` }),
  cloud: repo => ({ repoUrl: `${fakes['cloud']?.host}?workspace=acme&project=PRJ&repo=${repo}` }),
  server: repo => ({ repoUrl: `${fakes['server']?.host}?project=ACME&repo=${repo}` }),
}
const at = (kind: string, repo: string) => places[kind]?.(repo) ?? { repoUrl: '' }

const plan = (name: string, values: object) =>
  scaffolder.server.call(scaffolderApi.planTask, { body: { templateRef: `template:default/${name}`, values: { ...values } } })

describe.each(Object.keys(places))('publishing to %s', kind => {
  test('makes the repository and pushes the workspace over HTTP, without what .gitignore names', async () => {
    const { task, completion } = await scaffolder.run(kind, at(kind, 'shop'), { TOKEN: 'user-token-1' })
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    const { remoteUrl, contents, commit } = (completion?.['output'] ?? {}) as Record<string, string>
    expect(contents).toMatch(/^http/)
    const place = new URL(remoteUrl ?? '').pathname
    expect(backend.git(place, 'rev-parse', 'refs/heads/main')).toBe(commit)
    expect(backend.git(place, 'ls-tree', '-r', '--name-only', 'refs/heads/main').split('\n')).toEqual([
      '.gitignore',
      'README.md',
      'src/a.js',
    ])
    expect(backend.git(place, 'log', '-1', '--format=%an %s', 'refs/heads/main')).toBe('Scaffolder initial commit')
    const entries = (await scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: task.id } })).entries
    expect(entries).toMatchObject([{ stepId: 'publish', kind: 'repository', canUndo: true, address: expect.stringMatching(/^http/) }])
    calls.length = 0
    await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: task.id }, body: {} })
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})

describe('publishing to GitHub', () => {
  test('pushes with the token of the user where the template gives one, and only warns of what cannot be set', async () => {
    backend.logins.length = 0
    const { messages, events } = await scaffolder.run('github', at('github', 'tokens'), { TOKEN: 'user-token-2' })
    expect(new Set(backend.logins)).toEqual(new Set(['x-access-token:user-token-2']))
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Warning: Protecting the branch main failed: .* 404/),
        "Warning: publish:github has no input 'allowedHosts'; it is ignored",
      ]),
    )
    expect(JSON.stringify(events)).not.toMatch(/user-token-2|gh-token-1/)
  })

  test('fails for a repository that exists already', async () => {
    github.model.add('acme/taken', { 'README.md': 'x' })
    refuse = ({ method, path: asked }) =>
      method === 'POST' && asked.endsWith('/repos') ? { status: 422, json: { message: 'name already exists on this account' } } : undefined
    expect((await scaffolder.run('github', at('github', 'taken'), { TOKEN: 'user-token-1' })).completion).toMatchObject({
      error: { name: 'ConflictError' },
    })
  })

  test.each([401, 403, 404, 409, 422, 500])('fails clearly when the host answers %s, and pushes nothing', async status => {
    refuse = ({ method, path: asked }) => (method === 'POST' && asked.endsWith('/repos') ? { status } : undefined)
    backend.logins.length = 0
    const { task, completion } = await scaffolder.run('github', at('github', `refused-${status}`), { TOKEN: 'user-token-1' })
    expect([task.status, JSON.stringify(completion?.['error'] ?? '').length > 30]).toEqual(['failed', true])
    expect(backend.logins).toEqual([])
  })

  test('waits for a host that answers 429, and makes the repository once', async () => {
    let refusals = 2
    refuse = ({ method, path: asked }) =>
      method === 'POST' && asked.endsWith('/repos') && (refusals -= 1) >= 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined
    const { task, completion } = await scaffolder.run('github', at('github', 'limited'), { TOKEN: 'user-token-1' })
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect([refusals < 0, github.model.repositories.filter(({ name }) => name === 'limited').length]).toEqual([true, 1])
  })

  test('is left at once when its host hangs and the task is cancelled, and fails when the host lies about lengths', async () => {
    let isAsked = false
    refuse = ({ method, path: asked }) => (method === 'POST' && asked.endsWith('/repos') ? ((isAsked = true), 'hang') : undefined)
    const id = await scaffolder.create('github', at('github', 'hanging'), { secrets: { TOKEN: 'user-token-1' } })
    await eventually(() => expect(isAsked).toBe(true))
    await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    await scaffolder.until(id, 'failed')
    expect((await scaffolder.eventsOf(id)).at(-1)?.body).toMatchObject({ error: { name: 'CancelledError' } })
    refuse = ({ method, path: asked }) => (method === 'POST' && asked.endsWith('/repos') ? 'lie' : undefined)
    expect((await scaffolder.run('github', at('github', 'lying'), { TOKEN: 'user-token-1' })).task.status).toBe('failed')
  })

  test('that was rejected goes on when it is retried, and makes the repository once', async () => {
    const hook = path.join(backend.repositoryOf('/acme/hooked'), 'hooks/pre-receive')
    writeFileSync(hook, '#!/bin/sh\necho "not on Fridays" >&2\nexit 1\n')
    chmodSync(hook, 0o755)
    const { id, task, completion } = await scaffolder.run('github', at('github', 'hooked'), { TOKEN: 'user-token-1' })
    expect([task.status, completion?.['error']]).toMatchObject([
      'failed',
      { name: 'ConflictError', message: expect.stringContaining('rejected the push') },
    ])
    rmSync(hook)
    await scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: { secrets: { TOKEN: 'user-token-1' } } })
    await scaffolder.until(id, 'completed')
    expect(calls.filter(({ method, path: asked }) => method === 'POST' && asked.endsWith('/orgs/acme/repos'))).toHaveLength(1)
    expect(backend.git('/acme/hooked', 'ls-tree', '--name-only', 'refs/heads/main')).toContain('README.md')
  })

  test('is planned without being asked', async () => {
    const planned = await scaffolder.server.call(scaffolderApi.planTask, {
      body: { templateRef: 'template:default/github', values: at('github', 'planned') },
    })
    expect(planned.effects).toEqual([
      {
        stepId: 'publish',
        action: 'publish:github',
        kind: 'repository',
        title: `Repository acme/planned on ${github.host}, private`,
        address: `https://${github.host}/acme/planned`,
        canUndo: true,
      },
    ])
    expect(planned.directoryContents.map(({ path: name }) => name)).toEqual(['.gitignore', 'README.md', 'ignored', 'src/a.js'])
    expect(calls).toEqual([])
  })

  test('refuses locations that are incomplete, unknown or of another host', async () => {
    const errorOf = async (repoUrl: string) =>
      (await scaffolder.run('github', { repoUrl }, { TOKEN: 'user-token-1' })).completion?.['error'] as { message: string }
    expect((await errorOf(`${github.host}?repo=x`)).message).toContain('has no owner')
    expect((await errorOf('unknown.test?owner=a&repo=b')).message).toContain("no integration for the host 'unknown.test'")
    expect((await errorOf(at('gitlab', 'x').repoUrl)).message).toContain('publish:github works with GitHub')
    const planned = await plan('github', { repoUrl: `${github.host}?repo=x` }).catch((error: Error) => error)
    expect(planned).toMatchObject({ message: expect.stringContaining('has no owner') })
  })
})

test('what templates made is listed with the version of its template, and whether that has changed since', async () => {
  const { id } = await scaffolder.run('gitea', at('gitea', 'traced'))
  const provenance = async () =>
    (await scaffolder.server.call(scaffolderApi.listProvenance, { query: { templateRef: 'template:default/gitea' } })).items
  const [first] = await provenance()
  expect(first).toMatchObject({
    taskId: id,
    templateRef: 'template:default/gitea',
    title: expect.stringContaining('traced'),
    isOutdated: false,
    createdBy: 'user:default/test',
  })
  expect(first?.templateVersion).toBe(first?.currentVersion)
  scaffolder.write('templates.yaml', scaffolder.read('templates.yaml').replaceAll('The shop', 'The new shop'))
  await eventually(async () => expect((await provenance())[0]).toMatchObject({ taskId: id, isOutdated: true }))
})

describe('pull and merge requests', () => {
  test('carry the files of the workspace, and are closed by an undo', async () => {
    const repository = github.model.add('acme/pulled', { 'README.md': 'x', 'gone.txt': 'x' })
    const { task, completion } = await scaffolder.run('pull', at('github', 'pulled'))
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(completion?.['output']).toEqual({ url: expect.stringContaining('/pull'), number: expect.any(Number), target: 'main' })
    const head = github.model.resolve(repository, 'add')
    expect([...(head?.files.keys() ?? [])].sort()).toEqual(['README.md', 'new.txt'])
    expect(repository.requests).toMatchObject([{ title: 'Add a file', source: 'add', target: 'main' }])
    calls.length = 0
    await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: task.id }, body: {} })
    expect(calls).toMatchObject([{ method: 'PATCH', body: '{"state":"closed"}' }])
    // The branch is there: a second run does not touch it.
    expect((await scaffolder.run('pull', at('github', 'pulled'))).completion).toMatchObject({
      error: { name: 'ConflictError', message: expect.stringContaining('exists already') },
    })
  })

  test('are made on GitLab too', async () => {
    const repository = gitlab.model.add('acme/tools/merged', { 'README.md': 'x' })
    const { completion } = await scaffolder.run('merge', at('gitlab', 'merged'))
    expect(completion).toMatchObject({ output: { url: expect.stringMatching(/^http/), target: 'main' } })
    expect(repository.requests).toHaveLength(1)
  })
})

describe('the small actions of hosts', () => {
  const answer = (suffix: string, json: object, status = 201) =>
    (refuse = ({ path: asked }) => (asked.endsWith(suffix) ? { status, json } : undefined))

  test('send what the input says, record what they made and undo it', async () => {
    answer('/issues', { html_url: 'https://gh.test/1', number: 4 })
    const { task, completion } = await scaffolder.run('issue', at('github', 'app'))
    expect(completion?.['output']).toEqual({ url: 'https://gh.test/1' })
    expect(calls).toMatchObject([{ method: 'POST', body: '{"title":"Later"}' }])
    answer('/issues/4', {}, 200)
    const { entries } = await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId: task.id }, body: {} })
    expect(entries).toMatchObject([{ kind: 'issue', address: 'https://gh.test/1', undoneAt: expect.any(String) }])
    answer('/dispatches', {}, 204)
    expect((await scaffolder.run('dispatch', at('github', 'app'))).task.status).toBe('completed')
    answer('/variables', {})
    expect((await scaffolder.run('variable', at('gitlab', 'app'))).task.status).toBe('completed')
    expect(calls.at(-1)?.body).toContain('"environment_scope":"*"')
  })

  test('make a repository on GitHub in two steps', async () => {
    const { task, completion } = await scaffolder.run('halves', at('github', 'halves'))
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(backend.git('/acme/halves', 'rev-parse', 'refs/heads/main')).toBe(
      (completion?.['output'] as { commit: string } | undefined)?.commit,
    )
    const { entries } = await scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: task.id } })
    expect(entries.map(({ kind }) => kind)).toEqual(['commit', 'repository'])
  })

  test('make groups of GitLab that are missing, and give access to them', async () => {
    refuse = ({ method, path: asked }) => {
      if (asked.endsWith('/groups/acme')) return { status: 200, json: { id: 1, full_path: 'acme' } }
      if (method === 'GET' && asked.includes('/groups/')) return { status: 404 }
      if (asked.endsWith('/members')) return { status: 409 }
      return method === 'GET' ? undefined : { status: 201, json: { id: 2 } }
    }
    expect((await scaffolder.run('group', at('gitlab', 'app'))).completion).toMatchObject({ output: { id: 2 } })
    expect(calls.map(({ body }) => body)).toEqual(['{"name":"Web","path":"web","parent_id":1}'])
    calls.length = 0
    expect((await scaffolder.run('access', at('gitlab', 'app'))).task.status).toBe('completed')
    expect(calls.map(({ path: asked }) => asked.replace(/^.*\/groups/, ''))).toEqual(['/acme%2Fweb/members', '/acme%2Fweb/share'])
  })

  test('start a transfer between two GitLabs', async () => {
    answer('/bulk_imports', { id: 12, status: 'created' })
    const { completion, events } = await scaffolder.run('migrate', {}, { TOKEN: 'transfer-token-1' })
    expect(completion?.['output']).toEqual({ url: `${gitlab.url}/acme/shop`, id: 12 })
    expect(JSON.parse(calls[0]?.body ?? '{}')).toMatchObject({
      configuration: { url: 'https://gitlab.com', access_token: 'transfer-token-1' },
      entities: [{ source_full_path: 'old/shop', destination_namespace: 'acme', destination_slug: 'shop' }],
    })
    expect(JSON.stringify(events)).not.toContain('transfer-token-1')
  })

  test('hide the tokens that they make, and only warn where a failure does not matter', async () => {
    answer('/access_tokens', { id: 1, token: 'glpat-made-now-1' })
    const made = await scaffolder.run('accessToken', at('gitlab', 'app'))
    expect([made.task.status, made.completion?.['output']]).toEqual(['completed', { token: '***' }])
    expect(JSON.stringify(made.events)).not.toContain('glpat-made-now-1')
    const planned = await plan('webhook', at('github', 'app'))
    expect(planned.log.map(({ body }) => body.message)).toContain('A run would make: Webhook to https://hook.test')
    expect([planned.effects, calls.filter(({ path: asked }) => asked.endsWith('/hooks'))]).toMatchObject([[{ kind: 'webhook' }], []])
    answer('/hooks', { message: 'no' }, 500)
    const hook = await scaffolder.run('webhook', at('github', 'app'), { TOKEN: 'hook-secret-1' })
    expect(hook.task.status).toBe('completed')
    expect(hook.messages.some(message => message.startsWith('Warning: github:webhook'))).toBe(true)
  })
})
