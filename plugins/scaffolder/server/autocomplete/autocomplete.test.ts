import { describe, expect, test } from 'vitest'
import { createAutocomplete } from './autocomplete.ts'
import { createHostAutocomplete } from './host-autocomplete.ts'

const signal = new AbortController().signal

function asking(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const autocomplete = createAutocomplete(
    createHostAutocomplete({
      async call({ host }, { path, query }, options) {
        asked.push(`${host}${path}${query?.['q'] === undefined ? '' : `?q=${query['q']}`} ${options?.token}`)
        return { status: path in answers ? 200 : 404, body: answers[path], headers: {} }
      },
    }),
  )
  const complete = (provider: string, resource: string, context: Record<string, string> = {}) =>
    autocomplete.complete({ provider, resource, token: 'tok', context, signal })
  return { asked, complete }
}

describe('autocomplete of Bitbucket Cloud', () => {
  test('has workspaces [SCAFAPI-20]', async () => {
    const { complete, asked } = asking({ '/workspaces': { values: [{ slug: 'w1' }, { slug: 'w2' }] } })
    expect(await complete('bitbucket-cloud', 'workspaces')).toEqual([{ id: 'w1' }, { id: 'w2' }])
    expect(asked).toEqual(['bitbucket.org/workspaces tok'])
  })
  test('has the projects of a workspace [SCAFAPI-21]', async () => {
    const { complete } = asking({ '/workspaces/w%201/projects': { values: [{ key: 'P' }] } })
    expect(await complete('bitbucket-cloud', 'projects', { workspace: 'w 1' })).toEqual([{ id: 'P' }])
    await expect(complete('bitbucket-cloud', 'projects')).rejects.toThrow('needs workspace')
  })
  test('has the repositories of a project in a workspace [SCAFAPI-22]', async () => {
    const { complete, asked } = asking({ '/repositories/w': { values: [{ slug: 'r' }] } })
    expect(await complete('bitbucket-cloud', 'repositories', { workspace: 'w', project: 'P' })).toEqual([{ id: 'r' }])
    expect(asked[0]).toContain('project.key="P"')
    await expect(complete('bitbucket-cloud', 'repositories', { workspace: 'w' })).rejects.toThrow('needs project')
  })
  test('has the branches of a repository in a workspace [SCAFAPI-23]', async () => {
    const { complete } = asking({ '/repositories/w/r/refs/branches': { values: [{ name: 'main' }] } })
    expect(await complete('bitbucket-cloud', 'branches', { workspace: 'w', repository: 'r' })).toEqual([{ id: 'main' }])
    await expect(complete('bitbucket-cloud', 'branches', { repository: 'r' })).rejects.toThrow('needs workspace')
  })
})

describe('a list of more than a page', () => {
  /** A host with 250 things, which takes a page of 100 at most when it is named as the host names it. */
  function paged(size: 'per_page' | 'pagelen', toPage: (rows: readonly object[], hasNext: boolean) => unknown) {
    const all = Array.from({ length: 250 }, (_, index) => ({ slug: `s${index}`, full_name: `acme/r${index}` }))
    return createAutocomplete(
      createHostAutocomplete({
        async call(_, { query }) {
          const length = Math.min(Number(query?.[size] ?? 10), 100)
          const end = Number(query?.['page'] ?? 1) * length
          return { status: 200, body: toPage(all.slice(end - length, end), end < all.length), headers: {} }
        },
      }),
    )
  }
  test('is read whole from Bitbucket Cloud', async () => {
    const autocomplete = paged('pagelen', (values, hasNext) => ({ values, ...(hasNext && { next: 'https://api.bitbucket.org/next' }) }))
    const found = await autocomplete.complete({ provider: 'bitbucket-cloud', resource: 'workspaces', token: 'tok', context: {}, signal })
    expect([found.length, found.at(-1)]).toEqual([250, { id: 's249' }])
  })
  test('is read whole from GitHub', async () => {
    const autocomplete = paged('per_page', rows => rows)
    const found = await autocomplete.complete({ provider: 'github', resource: 'repositoriesWithOwner', token: 'tok', context: {}, signal })
    expect([found.length, found.at(-1)]).toEqual([250, { id: 'acme/r249' }])
  })
  test('ends after ten pages of a host that never comes to an end', async () => {
    let calls = 0
    const autocomplete = createAutocomplete(
      createHostAutocomplete({
        async call() {
          calls += 1
          return { status: 200, body: { values: [{ slug: 's' }], next: 'again' }, headers: {} }
        },
      }),
    )
    await autocomplete.complete({ provider: 'bitbucket-cloud', resource: 'workspaces', token: 'tok', context: {}, signal })
    expect(calls).toBe(10)
  })
})

describe('autocomplete of GitHub', () => {
  test('has repositories as owner/name [SCAFAPI-24]', async () => {
    const { complete } = asking({ '/user/repos': [{ full_name: 'acme/app' }, { full_name: 'acme/web' }] })
    expect(await complete('github', 'repositoriesWithOwner')).toEqual([{ id: 'acme/app' }, { id: 'acme/web' }])
  })
  test('has the branches of a repository on a host [SCAFAPI-25]', async () => {
    const { complete, asked } = asking({ '/repos/acme/app/branches': [{ name: 'main' }] })
    expect(await complete('github', 'branches', { host: 'ghe.test', owner: 'acme', repository: 'app' })).toEqual([{ id: 'main' }])
    expect(asked).toEqual(['ghe.test/repos/acme/app/branches tok'])
  })
  test('has owners: organisations, and whose repositories the user sees', async () => {
    const { complete } = asking({
      '/user/orgs': [{ login: 'acme' }],
      '/user/repos': [{ owner: { login: 'acme' } }, { owner: { login: 'ann' } }],
    })
    expect(await complete('github', 'owners')).toEqual([{ id: 'acme' }, { id: 'ann' }])
  })
})

describe('autocomplete of GitLab', () => {
  test('has groups, and the user, with title and id [SCAFAPI-26]', async () => {
    const { complete } = asking({ '/groups': [{ id: 7, full_path: 'acme/web' }], '/user': { id: 1, username: 'ann' } })
    expect(await complete('gitlab', 'groups')).toEqual([
      { id: '7', title: 'acme/web' },
      { id: '1', title: 'ann' },
    ])
  })
  test('has the repositories of a group on a host [SCAFAPI-27]', async () => {
    const { complete, asked } = asking({ '/groups/7/projects': [{ id: 9, name: 'app' }] })
    expect(await complete('gitlab', 'repositories', { id: '7', host: 'gl.test' })).toEqual([{ id: '9', title: 'app' }])
    expect(asked).toEqual(['gl.test/groups/7/projects tok'])
    await expect(complete('gitlab', 'repositories')).rejects.toThrow('needs id')
  })
})

test('a host that fails or answers nonsense gives no suggestions', async () => {
  const { complete } = asking({ '/user/repos': 'nonsense', '/user/orgs': { values: 5 } })
  expect(await complete('github', 'repositoriesWithOwner')).toEqual([])
  expect(await complete('github', 'owners')).toEqual([])
  expect(await complete('gitlab', 'groups')).toEqual([])
})
