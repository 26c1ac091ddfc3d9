import { startFakeServer } from '@portico/integrations/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { createGitBackend, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const backend = createGitBackend()
let host: Awaited<ReturnType<typeof startFakeServer>>
let scaffolder: TestScaffolder
let isRefused = false

const write = (file: string, content: string) => ({ action: 'roadiehq:utils:fs:write', input: { path: file, content } })
const publish = (more: object = {}) => ({
  steps: [
    write('out/README.md', 'Hello'),
    write('out/.gitignore', 'ignored\n'),
    write('out/ignored', 'x'),
    write('left-out', 'x'),
    {
      id: 'publish',
      action: 'publish:git',
      input: { remoteUrl: '${{ parameters.remoteUrl }}', sourcePath: 'out', gitCommitMessage: 'Begin', gitAuthorName: 'Ada', ...more },
    },
  ],
  output: {
    remoteUrl: '${{ steps.publish.output.remoteUrl }}',
    contents: '${{ steps.publish.output.repoContentsUrl }}',
    commit: '${{ steps.publish.output.commitHash }}',
  },
})

beforeAll(async () => {
  host = await startFakeServer(() => undefined)
  host.state.fault = (request, response) => {
    if (isRefused || !request.headers.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
      return true
    }
    return backend.fault(request, response)
  }
  const integrations = { git: [{ host: host.host, username: 'portal', password: 'git-password-1' }] }
  scaffolder = await startScaffolder(
    { git: publish(), trunk: publish({ defaultBranch: 'trunk', token: '${{ secrets.TOKEN }}' }) },
    { config: { integrations } },
  )
})
afterAll(async () => {
  await scaffolder?.stop()
  await host?.close()
  backend.close()
})

const at = (repo: string) => ({ remoteUrl: `http://${host.host}/team/${repo}.git` })

test('pushes the workspace into an empty repository with the credentials of the integration, and writes it to the ledger', async () => {
  const { id, task, completion } = await scaffolder.run('git', at('shop'))
  expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
  const { remoteUrl, contents, commit } = (completion?.['output'] ?? {}) as Record<string, string>
  expect([remoteUrl, contents]).toEqual([at('shop').remoteUrl, `${at('shop').remoteUrl}#main:`])
  expect(backend.git('/team/shop', 'rev-parse', 'refs/heads/main')).toBe(commit)
  expect(backend.git('/team/shop', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(['.gitignore', 'README.md'])
  expect(backend.git('/team/shop', 'log', '--format=%an %s', 'main')).toBe('Ada Begin')
  expect(new Set(backend.logins)).toEqual(new Set(['portal:git-password-1']))
  const { entries } = await scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: id } })
  expect(entries).toMatchObject([{ kind: 'commit', title: `First commit on main of ${remoteUrl}`, address: remoteUrl }])
})

test('pushes to another branch, and with a token of the user', async () => {
  backend.logins.length = 0
  const { task } = await scaffolder.run('trunk', at('shop'), { TOKEN: 'user-token-1' })
  expect(task.status).toBe('completed')
  expect(backend.git('/team/shop', 'branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'trunk'])
  expect(new Set(backend.logins)).toEqual(new Set(['git:user-token-1']))
})

test('a branch that is there already is left as it is', async () => {
  const others = ['-c', 'user.name=Grace', '-c', 'user.email=grace@example.org', 'commit-tree', 'main^{tree}', '-m', 'Of somebody else']
  const before = backend.git('/team/shop', ...others)
  backend.git('/team/shop', 'update-ref', 'refs/heads/main', before)
  const { task, completion } = await scaffolder.run('git', at('shop'))
  expect([task.status, JSON.stringify(completion?.['error'])]).toEqual(['failed', expect.stringContaining('has a branch main already')])
  expect(backend.git('/team/shop', 'rev-parse', 'refs/heads/main')).toBe(before)
})

test('a plan tells what would be pushed, and pushes nothing', async () => {
  host.requests.length = 0
  const body = { templateRef: 'template:default/git', values: at('planned') }
  const planned = await scaffolder.server.call(scaffolderApi.planTask, { body })
  expect(planned.effects).toMatchObject([
    { action: 'publish:git', kind: 'commit', title: `First commit on main of ${at('planned').remoteUrl}` },
  ])
  expect(host.requests).toEqual([])
})

test('wrong credentials, other hosts and addresses with a password are told', async () => {
  const failureOf = async (remoteUrl: string) => {
    const { completion } = await scaffolder.run('git', { remoteUrl })
    return JSON.stringify(completion?.['error'])
  }
  expect(await failureOf('https://elsewhere.test/a.git')).toContain('add elsewhere.test to integrations.git')
  expect(await failureOf('ssh://git@elsewhere.test/a.git')).toContain('is not an address of git over HTTPS')
  expect(await failureOf(`http://a:b@${host.host}/a.git`)).toContain('they belong in integrations.git')
  isRefused = true
  expect(await failureOf(at('refused').remoteUrl)).toMatch(/may not be read \(status 401\); credentials/)
  isRefused = false
})
