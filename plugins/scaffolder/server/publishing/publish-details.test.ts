import { eventually } from '@portico/core/testing'
import {
  signingKeys,
  startFakeAzure,
  startFakeGerrit,
  startFakeGitea,
  startFakeGithub,
  startFakeGitlab,
  type FakeAnswer,
  type FakeRequest,
} from '@portico/integrations/testing'
import { document } from '@portico/catalog/testing'
import { scaffolderApi } from '@portico/scaffolder/common'
import { createGitBackend, startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import sodium from 'libsodium-wrappers'
import { chmodSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const backend = createGitBackend()
const calls: { method: string; path: string; body: string }[] = []
/** Answers in place of a host. */
let answer: ((request: FakeRequest) => FakeAnswer | undefined) | undefined
let github: Awaited<ReturnType<typeof startFakeGithub>>
let gitlab: Awaited<ReturnType<typeof startFakeGitlab>>
let gitea: Awaited<ReturnType<typeof startFakeGitea>>
let gerrit: Awaited<ReturnType<typeof startFakeGerrit>>
let azure: Awaited<ReturnType<typeof startFakeAzure>>
let scaffolder: TestScaffolder

const write = (file: string, content: string) => ({ action: 'roadiehq:utils:fs:write', input: { path: file, content } })
const call = (action: string, input: object, output: object = {}) => ({
  steps: [write('new.txt', 'new'), { id: 'call', action, input: { repoUrl: '${{ parameters.repoUrl }}', ...input } }],
  output,
})
const change = { title: 'Add a file', description: 'By a template', branchName: 'add' }
const skeleton = [{ action: 'fetch:plain', input: { url: './skeleton' } }]

beforeAll(async () => {
  ;[github, gitlab, gitea, gerrit, azure] = [
    await startFakeGithub(),
    await startFakeGitlab(),
    await startFakeGitea(),
    await startFakeGerrit(),
    await startFakeAzure(),
  ]
  github.organisations.add('acme')
  gitlab.namespaces.add('acme')
  for (const fake of [github, gitlab, gitea, gerrit, azure])
    fake.state.fault = (request, response) => {
      if (backend.fault(request, response)) return true
      if (request.method !== 'GET') calls.push({ method: request.method, path: request.path, body: request.body.toString() })
      const given = answer?.(request)
      if (given) response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(given.json ?? {}))
      return given !== undefined
    }
  const config = {
    integrations: {
      github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'gh-token-1' }],
      gitlab: [{ host: gitlab.host, token: 'gl-token-1' }],
      gitea: [{ host: gitea.host, username: 'u', password: 'gt-token-1', commitSigningKey: signingKeys.ed25519 }],
      gerrit: [{ host: gerrit.host, username: 'u', password: 'ge-token-1' }],
      azure: [{ host: azure.host, credentials: [{ personalAccessToken: 'az-token-1' }] }],
    },
  }
  const sign = { description: 'x', signCommit: true }
  scaffolder = await startScaffolder(
    {
      signed: { steps: [...skeleton, { id: 'call', action: 'publish:gitea', input: { repoUrl: '${{ parameters.repoUrl }}', ...sign } }] },
      'signed-azure': call('publish:azure', { signCommit: true }),
      review: {
        steps: [
          ...skeleton,
          {
            id: 'call',
            action: 'publish:gerrit:review',
            input: { repoUrl: '${{ parameters.repoUrl }}', gitCommitMessage: 'Change it', branch: 'main' },
          },
        ],
        output: { url: '${{ steps.call.output.reviewUrl }}' },
      },
      gerrit: call('publish:gerrit', {}),
      pull: {
        steps: [
          ...skeleton,
          { id: 'call', action: 'publish:github:pull-request', input: { repoUrl: '${{ parameters.repoUrl }}', ...change } },
        ],
      },
      fork: call('publish:github:pull-request', { ...change, forceFork: true }),
      secrets: call('publish:github', {
        secrets: { TOKEN: '${{ secrets.VALUE }}' },
        subscribe: true,
        protectDefaultBranch: false,
        oidcCustomization: { useDefault: false, includeClaimKeys: ['repo'] },
      }),
      key: call(
        'github:deployKey:create',
        { deployKeyName: 'Deploy it', publicKey: 'ssh-ed25519 AAAA', privateKey: '${{ secrets.VALUE }}' },
        { name: '${{ steps.call.output.privateKeySecretName }}' },
      ),
      environment: call('github:environment:create', {
        name: 'live',
        reviewers: ['user:default/ann', 'group:default/ops'],
        waitTimer: 5,
        deploymentBranchPolicy: { protected_branches: false, custom_branch_policies: true },
        customBranchPolicyNames: ['main'],
        customTagPolicyNames: ['v*'],
        environmentVariables: { REGION: 'north' },
        secrets: { TOKEN: '${{ secrets.VALUE }}' },
      }),
      dispatch: call(
        'github:actions:dispatch',
        { workflowId: 'ci.yaml', branchOrTagName: 'main', returnWorkflowRunDetails: true },
        { run: '${{ steps.call.output.workflowRunHtmlUrl }}' },
      ),
      protect: call('github:branch-protection:create', { requiredCommitSigning: true }),
      existing: call(
        'publish:gitlab',
        { skipExisting: true },
        { created: '${{ steps.call.output.created }}', id: '${{ steps.call.output.projectId }}' },
      ),
      unpushed: call('publish:gitlab', { sourcePath: false, setUserAsOwner: true, ownerUsername: 'bob', token: '${{ secrets.VALUE }}' }),
      merge: call('publish:gitlab:merge-request', { ...change, autoMerge: true, assignReviewersFromApprovalRules: true }),
      empty: {
        steps: [
          {
            id: 'call',
            action: 'gitlab:repo:push',
            input: { repoUrl: '${{ parameters.repoUrl }}', branchName: 'main', commitMessage: 'Again', allowEmpty: true },
          },
        ],
        output: { commit: '${{ steps.call.output.commitHash }}' },
      },
      strict: call('gitlab:repo:push', { branchName: 'main', commitMessage: 'New', commitAction: 'create' }),
      remove: call('publish:gitlab:merge-request', { ...change, commitAction: 'delete' }),
    },
    {
      config,
      documents: [document('User', 'ann', { metadata: { annotations: { 'github.com/user-login': 'ann-gh' } }, spec: { memberOf: [] } })],
      files: { 'skeleton/run.sh': '#!/bin/sh', 'skeleton/docs/a.md': 'a', 'skeleton/.gitignore': 'secret\n', 'skeleton/secret': 'x' },
    },
  )
  chmodSync(path.join(scaffolder.folder, 'skeleton/run.sh'), 0o755)
  symlinkSync('docs/a.md', path.join(scaffolder.folder, 'skeleton/link.md'))
  await sodium.ready
})
beforeEach(() => {
  answer = undefined
  calls.length = 0
})
afterAll(async () => {
  await scaffolder.stop()
  for (const fake of [github, gitlab, gitea, gerrit, azure]) await fake.close()
  backend.close()
})

const at = (host: string, repo: string) => ({ repoUrl: `${host}?owner=acme&repo=${repo}` })
const sent = () => calls.map(({ method, path: asked }) => `${method} ${asked.replace(/^\/api\/v[34]/, '')}`)
const bodyOf = (suffix: string) =>
  JSON.parse(calls.find(({ path: asked }) => asked.endsWith(suffix))?.body ?? '{}') as Record<string, unknown>
async function undo(taskId: string, secrets: Record<string, string> = {}) {
  return (await scaffolder.server.call(scaffolderApi.undoTask, { params: { taskId }, body: { secrets } })).entries
}

test('publishing to Gitea needs no owner: the repository is that of the user of the credentials', async () => {
  const { id, completion } = await scaffolder.run('signed', { repoUrl: `${gitea.host}/gitea?repo=own` })
  expect(completion?.['error']).toBeUndefined()
  expect(backend.git('/u/own.git', 'log', '-1', '--format=%s', 'refs/heads/main')).toBe('initial commit')
  await undo(id)
  expect(sent().filter(each => !each.includes('.git'))).toEqual([
    'POST /api/v1/orgs/u/repos',
    'POST /api/v1/user/repos',
    'DELETE /api/v1/repos/u/own',
  ])
})

describe('a push', () => {
  test('keeps modes and links, leaves out what .gitignore names, and is signed with the key of the host', async () => {
    const { task, completion } = await scaffolder.run('signed', at(gitea.host, 'signed'))
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    const tree = backend.git('/acme/signed', 'ls-tree', '-r', 'refs/heads/main').split('\n')
    expect(tree.map(line => line.replace(/ blob \w+\t/, ' '))).toEqual([
      '100644 .gitignore',
      '100644 docs/a.md',
      '120000 link.md',
      '100755 run.sh',
    ])
    expect(backend.git('/acme/signed', 'cat-file', '-p', 'refs/heads/main:link.md')).toBe('docs/a.md')
    const commit = backend.git('/acme/signed', 'cat-file', '-p', 'refs/heads/main')
    expect(commit).toContain('gpgsig -----BEGIN PGP SIGNATURE-----')
    expect(commit).toMatch(/-----END PGP SIGNATURE-----\n\ninitial commit$/)
    backend.git('/acme/signed', 'fsck', '--strict')
  })

  test('is refused where it must be signed and there is no key', async () => {
    azure.model.add('acme/tools/other')
    const { completion } = await scaffolder.run('signed-azure', { repoUrl: `${azure.host}?organization=acme&project=tools&repo=signed` })
    expect(completion).toMatchObject({ error: { code: 'scaffolder.no-signing-key', message: expect.stringContaining('commitSigningKey') } })
  })

  test('for review on Gerrit is a commit on top of the branch, and names its change', async () => {
    gerrit.model.add('all/app', { a: 'b' })
    const { task } = await scaffolder.run('review', at(gerrit.host, 'app'))
    // There is no branch to stand on yet.
    expect(task.status).toBe('failed')
    const first = backend.commit('/a/app', 'main', { 'old.txt': 'old' })
    const { completion } = await scaffolder.run('review', at(gerrit.host, 'app'))
    expect(completion?.['output']).toEqual({ url: expect.stringMatching(/\/q\/I[0-9a-f]{40}$/) })
    expect(backend.git('/a/app', 'rev-parse', 'refs/for/main^')).toBe(first)
    expect(backend.git('/a/app', 'log', '-1', '--format=%B', 'refs/for/main')).toMatch(/^Change it\n\nChange-Id: I[0-9a-f]{40}$/)
    expect(backend.git('/a/app', 'ls-tree', '--name-only', 'refs/for/main')).not.toContain('old.txt')
  })

  test('to Gerrit can be tried without one', async () => {
    const planned = await scaffolder.server.call(scaffolderApi.planTask, {
      body: { templateRef: 'template:default/gerrit', values: at(gerrit.host, 'planned') },
    })
    expect(planned.effects).toMatchObject([{ action: 'publish:gerrit', kind: 'repository', title: 'Project planned on Gerrit' }])
    expect(planned.log.map(({ body }) => body.status)).not.toContain('skipped')
    expect(calls).toEqual([])
  })
})

describe('a pull request on GitHub', () => {
  test('has modes and links, and nothing that .gitignore names', async () => {
    github.model.add('acme/pulled', { 'README.md': 'x' })
    expect((await scaffolder.run('pull', at(github.host, 'pulled'))).task.status).toBe('completed')
    const { tree } = bodyOf('/git/trees') as { tree: { path: string; mode: string; content: string }[] }
    expect(tree.map(({ path: name, mode }) => `${mode} ${name}`)).toEqual([
      '100644 .gitignore',
      '100644 docs/a.md',
      '120000 link.md',
      '100755 run.sh',
    ])
  })

  test.each(['fork', 'pull'])('comes from a fork where that is asked for, or the caller may not push: %s', async name => {
    const repo = `forked-${name}`
    const upstream = github.model.add(`acme/${repo}`, { 'README.md': 'x' })
    if (name === 'pull') github.readOnly.add(`acme/${repo}`)
    const { id, task, completion } = await scaffolder.run(name, at(github.host, repo))
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect([...upstream.branches.keys()]).toEqual(['main'])
    expect([...(github.model.find('me', repo)?.branches.keys() ?? [])]).toEqual(['main', 'add'])
    expect(upstream.requests).toMatchObject([{ source: 'me:add', target: 'main', state: 'open' }])
    expect(await undo(id)).toMatchObject([{ kind: 'pull-request', undoneAt: expect.any(String) }])
    expect(upstream.requests).toMatchObject([{ state: 'closed' }])
  })
})

describe('secrets on GitHub', () => {
  const pair = () => sodium.crypto_box_keypair()
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  /** Lets GitHub have a key of the test, and opens what it was given. */
  function withKey(more: (request: FakeRequest) => FakeAnswer | undefined = () => undefined) {
    const keys = pair()
    answer = request => {
      if (request.path.endsWith('/public-key')) return { json: { key_id: 'k1', key: base64(keys.publicKey) } }
      if (request.method === 'PUT' && request.path.includes('/secrets/')) return { status: 201 }
      return more(request)
    }
    return (suffix: string) => {
      const { encrypted_value, key_id } = bodyOf(suffix) as { encrypted_value: string; key_id: string }
      const opened = sodium.crypto_box_seal_open(Buffer.from(encrypted_value, 'base64'), keys.publicKey, keys.privateKey)
      return [key_id, Buffer.from(opened).toString()]
    }
  }

  test('of a new repository are sealed for GitHub, and nobody else sees them', async () => {
    const open = withKey(({ method, path: asked }) => (method === 'PUT' && /subscription|customization/.test(asked) ? {} : undefined))
    const { task, events, completion } = await scaffolder.run('secrets', at(github.host, 'secrets'), { VALUE: 'hidden-value-1' })
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(open('/actions/secrets/TOKEN')).toEqual(['k1', 'hidden-value-1'])
    expect(bodyOf('/subscription')).toEqual({ subscribed: true, ignored: false })
    expect(bodyOf('/actions/oidc/customization/sub')).toEqual({ use_default: false, include_claim_keys: ['repo'] })
    expect(JSON.stringify(events)).not.toContain('hidden-value-1')
  })

  test('that cannot be set fail the step, and a retry goes on there', async () => {
    answer = ({ path: asked }) => (asked.endsWith('/public-key') ? { status: 403 } : undefined)
    const { id, task } = await scaffolder.run('secrets', at(github.host, 'later'), { VALUE: 'hidden-value-2' })
    expect(task.status).toBe('failed')
    const open = withKey()
    await scaffolder.server.call(scaffolderApi.retryTask, { params: { taskId: id }, body: { secrets: { VALUE: 'hidden-value-2' } } })
    await scaffolder.until(id, 'completed')
    expect(open('/actions/secrets/TOKEN')).toEqual(['k1', 'hidden-value-2'])
    expect(sent().filter(each => each === 'POST /orgs/acme/repos')).toHaveLength(1)
  })

  test('go with a deploy key, which can be undone', async () => {
    const open = withKey(({ path: asked }) => (/\/keys(\/7)?$/.test(asked) ? { status: 201, json: { id: 7 } } : undefined))
    const { id, completion } = await scaffolder.run('key', at(github.host, 'app'), { VALUE: 'private-half-1' })
    expect(completion?.['output']).toEqual({ name: 'DEPLOY_IT_PRIVATE_KEY' })
    expect(bodyOf('/keys')).toEqual({ title: 'Deploy it', key: 'ssh-ed25519 AAAA' })
    expect(open('/actions/secrets/DEPLOY_IT_PRIVATE_KEY')).toEqual(['k1', 'private-half-1'])
    expect(await undo(id)).toMatchObject([{ kind: 'deploy-key', undoneAt: expect.any(String) }])
    expect(sent().at(-1)).toBe('DELETE /repos/acme/app/keys/7')
  })

  test('and variables, policies and reviewers go with an environment, which can be undone', async () => {
    const open = withKey(({ method, path: asked }) => {
      if (asked.endsWith('/users/ann-gh')) return { json: { id: 11 } }
      if (asked.endsWith('/orgs/acme/teams/ops')) return { json: { id: 12 } }
      if (asked.endsWith('/variables')) return { status: 409 }
      return method !== 'GET' && asked.includes('/environments/live') ? {} : undefined
    })
    const { id, task, completion } = await scaffolder.run('environment', at(github.host, 'app'), { VALUE: 'hidden-value-3' })
    expect([task.status, completion?.['error']]).toEqual(['completed', undefined])
    expect(bodyOf('/environments/live')).toEqual({
      deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
      wait_timer: 5,
      prevent_self_review: false,
      reviewers: [
        { type: 'User', id: 11 },
        { type: 'Team', id: 12 },
      ],
    })
    expect(calls.filter(each => each.path.endsWith('/deployment-branch-policies')).map(({ body }) => body)).toEqual([
      '{"name":"main","type":"branch"}',
      '{"name":"v*","type":"tag"}',
    ])
    expect(sent()).toContain('PATCH /repos/acme/app/environments/live/variables/REGION')
    expect(open('/environments/live/secrets/TOKEN')).toEqual(['k1', 'hidden-value-3'])
    expect(await undo(id)).toMatchObject([{ kind: 'environment', undoneAt: expect.any(String) }])
    expect(sent().at(-1)).toBe('DELETE /repos/acme/app/environments/live')
  })
})

test('a workflow that is started names its run, and a branch is protected with signatures, the default one where none is named', async () => {
  github.model.add('acme/app', { a: 'b' }, { defaultBranch: 'trunk' })
  answer = ({ method, path: asked }) => {
    if (asked.endsWith('/dispatches')) return { json: { workflow_run_id: 5, run_url: 'u', html_url: 'https://gh.test/run/5' } }
    return method !== 'GET' && asked.includes('/protection') ? {} : undefined
  }
  expect((await scaffolder.run('dispatch', at(github.host, 'app'))).completion?.['output']).toEqual({ run: 'https://gh.test/run/5' })
  expect(bodyOf('/dispatches')).toEqual({ ref: 'main', inputs: {}, return_run_details: true })
  expect((await scaffolder.run('protect', at(github.host, 'app'))).task.status).toBe('completed')
  expect(sent().slice(-2)).toEqual([
    'PUT /repos/acme/app/branches/trunk/protection',
    'POST /repos/acme/app/branches/trunk/protection/required_signatures',
  ])
})

test('what was made is undone with the token of the user who undoes it, where one is given', async () => {
  github.model.add('acme/undone', { a: 'b' })
  const { id } = await scaffolder.run('pull', at(github.host, 'undone'))
  const seen: (string | undefined)[] = []
  answer = ({ headers }) => void seen.push(headers.authorization)
  await undo(id, { USER_OAUTH_TOKEN: 'user-token-7' })
  expect(new Set(seen)).toEqual(new Set(['Bearer user-token-7']))
})

describe('a project on GitLab', () => {
  test('that exists is left as it is where the template says so', async () => {
    const { id } = gitlab.model.add('acme/there', { a: 'b' })
    const { completion } = await scaffolder.run('existing', at(gitlab.host, 'there'))
    expect([completion?.['output'], calls]).toEqual([{ created: false, id }, []])
    expect((await scaffolder.run('existing', at(gitlab.host, 'fresh'))).completion).toMatchObject({ output: { created: true } })
  })

  test('can be made without a push, with owners', async () => {
    backend.logins.length = 0
    answer = ({ path: asked }) => {
      if (asked.endsWith('/user')) return { json: { id: 3 } }
      if (asked.endsWith('/users')) return { json: [{ id: 4 }] }
      return asked.endsWith('/members') ? { status: 201 } : undefined
    }
    const { task } = await scaffolder.run('unpushed', at(gitlab.host, 'unpushed'), { VALUE: 'user-token-9' })
    expect([task.status, backend.logins]).toEqual(['completed', []])
    expect(calls.filter(each => each.path.endsWith('/members')).map(({ body }) => body)).toEqual([
      '{"user_id":3,"access_level":50}',
      '{"user_id":4,"access_level":50}',
    ])
  })

  test('has merge requests that are merged when they can be, reviewed by those who may approve, and that may delete files', async () => {
    const repository = gitlab.model.add('acme/merged', { 'new.txt': 'old', 'README.md': 'x' })
    answer = ({ path: asked }) => {
      if (asked.endsWith('/approval_state')) return { json: { rules: [{ eligible_approvers: [{ id: 8 }, { id: 9 }] }, {}] } }
      return asked.endsWith('/merge') ? {} : undefined
    }
    expect((await scaffolder.run('merge', at(gitlab.host, 'merged'))).task.status).toBe('completed')
    expect(calls.slice(-2).map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
      ['PUT', { reviewer_ids: [8, 9] }],
      ['PUT', { auto_merge: true, merge_when_pipeline_succeeds: true }],
    ])
    repository.branches.delete('add')
    calls.length = 0
    expect((await scaffolder.run('empty', { repoUrl: `${gitlab.host}?project=${repository.id}` })).completion?.['output']).toEqual({
      commit: expect.any(String),
    })
    expect(bodyOf('/repository/commits')).toMatchObject({ actions: [], allow_empty: true })
    calls.length = 0
    await scaffolder.run('strict', at(gitlab.host, 'merged'))
    expect(bodyOf('/repository/commits')).toMatchObject({ actions: [{ action: 'create', file_path: 'new.txt' }] })
    expect((await scaffolder.run('remove', at(gitlab.host, 'merged'))).task.status).toBe('completed')
    await eventually(() => expect([...(gitlab.model.resolve(repository, 'add')?.files.keys() ?? [])]).toEqual(['README.md']))
  })
})
