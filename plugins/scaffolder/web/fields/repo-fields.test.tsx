import { answer, renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { authProvidersApiRef, defineApi, type ProviderAuth } from '@portico/core/web'
import { integrationsApi, type ScmIntegration } from '@portico/integrations/common'
import { scaffolderApi } from '@portico/scaffolder/common'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createOpenWizard, pagesOf, reviewButton } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

const hosts: readonly ScmIntegration[] = [
  { type: 'github', title: 'GitHub', host: 'github.com' },
  { type: 'gitlab', title: 'GitLab', host: 'gitlab.com' },
  { type: 'bitbucketCloud', title: 'Bitbucket Cloud', host: 'bitbucket.org' },
  { type: 'bitbucketServer', title: 'Bitbucket Server', host: 'bits.test' },
  { type: 'azure', title: 'Azure', host: 'dev.azure.com' },
  { type: 'gerrit', title: 'Gerrit', host: 'gerrit.test' },
  { type: 'gitea', title: 'Gitea', host: 'gitea.test' },
]

type Suggest = (request: AnsweredRequest) => { results: { id: string; title?: string }[] }

/** A form with a picker of a repository, the hosts that are configured, and a provider that gives tokens. */
function openRepo(options: object, { more = {}, suggest = () => ({ results: [] }) }: { more?: object; suggest?: Suggest } = {}) {
  const asked: { provider: string; scopes: unknown }[] = []
  const provider = (id: string) => ({
    id,
    title: id,
    icon: () => undefined,
    api: {
      getAccessToken: async (scopes: unknown) => {
        asked.push({ provider: id, scopes })
        return `token-${asked.length}`
      },
    } as unknown as ProviderAuth,
  })
  const providers = defineApi({
    api: authProvidersApiRef,
    create: () => ({
      list: async () => [provider('github'), provider('gitlab'), provider('bitbucket')],
      signInProviders: async () => [],
      signInProvider: () => undefined,
    }),
  })
  const opened = openWizard({
    schema: pagesOf([
      {
        required: ['repoUrl'],
        properties: {
          repoUrl: { title: 'Repository location', type: 'string', 'ui:field': 'RepoUrlPicker', 'ui:options': options },
          ...more,
        },
      },
    ]),
    apis: [providers],
    answers: [
      answer(integrationsApi.listScmIntegrations, ({ url }) => {
        const allowed = new URL(url).searchParams.getAll('allowedHosts')
        return { integrations: hosts.filter(({ host }) => allowed.length === 0 || allowed.includes(host)) }
      }),
      answer(scaffolderApi.autocomplete, suggest),
    ],
  })
  const { screen, user, requests } = opened
  return {
    ...opened,
    asked,
    group: async () => within(await screen.findByRole('group', { name: /^Repository location/ })),
    async body() {
      await user.click(reviewButton())
      await user.click(await screen.findByRole('button', { name: 'Create' }))
      await screen.findByText('Task task-1')
      return requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')?.body as {
        values: { repoUrl: string }
        secrets: object
      }
    },
  }
}

test('the host is chosen first and is the first allowed one, else the first that is configured [SCAF-065, SCAF-066]', async () => {
  const allowed = openRepo({ allowedHosts: ['gitlab.com', 'github.com'] })
  const group = await allowed.group()
  const host = (await group.findByRole('combobox', { name: 'Host' })) as HTMLInputElement
  expect(host.value).toBe('gitlab.com')
  expect(group.getAllByRole('combobox')[0]).toBe(host)
  const any = openRepo({})
  expect(((await (await any.group()).findByRole('combobox', { name: 'Host' })) as HTMLInputElement).value).toBe('github.com')
})

test('hosts that cannot be read are said at the field, and read again; the rest of the form stays', async () => {
  let isAway = true
  const properties = {
    repoUrl: { title: 'Repository location', type: 'string', 'ui:field': 'RepoUrlPicker' },
    other: { title: 'Other', type: 'string' },
  }
  const { screen, user } = openWizard({
    schema: pagesOf([{ properties }]),
    answers: [
      answer(integrationsApi.listScmIntegrations, () =>
        isAway ? new Response('away', { status: 503 }) : { integrations: [{ type: 'github', title: 'GitHub', host: 'github.com' }] },
      ),
    ],
  })
  expect(await screen.findByText('Could not load the hosts')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Other' })).toBeTruthy()
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(((await screen.findByRole('combobox', { name: 'Host' })) as HTMLInputElement).value).toBe('github.com')
})

test('only the integrations of the allowed hosts are fetched [SCAFAPI-18]', async () => {
  const { group, requests } = openRepo({ allowedHosts: ['gitlab.com', 'github.com'] })
  await (await group()).findByRole('combobox', { name: 'Host' })
  expect(requests.find(({ path }) => path.startsWith('/scm-integrations'))?.path).toBe(
    '/scm-integrations?allowedHosts=gitlab.com&allowedHosts=github.com',
  )
})

test.each([
  ['github.com', ['Owner', 'Repository']],
  ['gitlab.com', ['Owner', 'Repository']],
  ['gitea.test', ['Owner', 'Repository']],
  ['bitbucket.org', ['Workspace', 'Project', 'Repository']],
  ['bits.test', ['Project', 'Repository']],
  ['dev.azure.com', ['Organization', 'Project', 'Repository']],
  ['gerrit.test', ['Owner', 'Parent', 'Repository']],
])('the platform of %s decides which fields follow the host: %s', async (host, labels) => {
  const { group } = openRepo({ allowedHosts: [host] })
  const inside = await group()
  await inside.findByRole('combobox', { name: 'Host' })
  const shown = inside
    .getAllByRole('textbox')
    .map(each => document.querySelector(`label[for="${each.id}"]`)?.textContent?.replace(/[\s*]/g, ''))
  expect(shown).toEqual(labels)
})

test('the type of the platform comes from the host, and decides which fields there are [SCAF-067, SCAF-068]', async () => {
  const { group, user, screen } = openRepo({
    allowedHosts: ['github.com', 'dev.azure.com', 'gerrit.test', 'bitbucket.org', 'gitlab.com', 'gitea.test'],
  })
  const inside = await group()
  for (const [host, label] of [
    ['dev.azure.com', /^Organization/],
    ['gerrit.test', /^Parent/],
    ['bitbucket.org', /^Workspace/],
    ['gitlab.com', /^Owner/],
    ['gitea.test', /^Owner/],
    ['github.com', /^Owner/],
  ] as const) {
    await user.click(await inside.findByRole('combobox', { name: 'Host' }))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${host}`) }))
    expect(await inside.findByRole('textbox', { name: label })).toBeTruthy()
  }
})

test('allowed lists limit what can be picked [SCAF-054]', async () => {
  const { group, user, screen } = openRepo({
    allowedHosts: ['dev.azure.com', 'github.com'],
    allowedOrganizations: ['acme', 'umbrella'],
    allowedProjects: ['shop', 'ship'],
    allowedRepos: ['one', 'two'],
    allowedOwners: ['team-a', 'team-b'],
  })
  const inside = await group()
  const choices = async (name: string) => {
    await user.click(await inside.findByRole('combobox', { name: new RegExp(`^${name}`) }))
    const found = (await screen.findAllByRole('option')).map(option => option.textContent)
    await user.keyboard('{Escape}')
    return found
  }
  expect(await choices('Host')).toEqual(['dev.azure.comAzure', 'github.comGitHub'])
  expect(await choices('Organization')).toEqual(['acme', 'umbrella'])
  expect(await choices('Project')).toEqual(['shop', 'ship'])
  expect(await choices('Repository')).toEqual(['one', 'two'])
  await user.click(await inside.findByRole('combobox', { name: 'Host' }))
  await user.click(await screen.findByRole('option', { name: /^github.com/ }))
  expect(await choices('Owner')).toEqual(['team-a', 'team-b'])
  await user.type(inside.getByRole('combobox', { name: /^Owner/ }), 'somebody{Tab}')
  expect((inside.getByRole('combobox', { name: /^Owner/ }) as HTMLInputElement).value).toBe('team-a')
})

test('what is empty becomes the first allowed value, and a list of one is locked [SCAF-069, SCAF-070]', async () => {
  const { group, body } = openRepo({
    allowedHosts: ['dev.azure.com'],
    allowedOrganizations: ['acme', 'umbrella'],
    allowedProjects: ['shop'],
    allowedRepos: ['one', 'two'],
  })
  const inside = await group()
  const field = async (name: string) => (await inside.findByRole('combobox', { name: new RegExp(`^${name}`) })) as HTMLInputElement
  expect((await field('Host')).disabled).toBe(true)
  expect((await field('Project')).disabled).toBe(true)
  expect((await field('Organization')).disabled).toBe(false)
  expect((await body()).values.repoUrl).toBe('dev.azure.com?repo=one&organization=acme&project=shop')
})

test('an owner is filled with the first allowed one too', async () => {
  const { group, user, body } = openRepo({ allowedHosts: ['github.com'], allowedOwners: ['acme', 'umbrella'] })
  await user.type(await (await group()).findByRole('textbox', { name: /^Repository/ }), 'pay')
  expect((await body()).values.repoUrl).toBe('github.com?owner=acme&repo=pay')
})

test('for bitbucket.org the workspace is the first allowed owner [SCAF-071]', async () => {
  const { group, user, body } = openRepo({ allowedHosts: ['bitbucket.org'], allowedOwners: ['acme', 'umbrella'] })
  const inside = await group()
  await user.type(await inside.findByRole('textbox', { name: /^Project/ }), 'SHOP')
  await user.type(inside.getByRole('textbox', { name: /^Repository/ }), 'pay')
  expect((await body()).values.repoUrl).toBe('bitbucket.org?repo=pay&workspace=acme&project=SHOP')
})

test.each([
  ['github.com', 'owner'],
  ['dev.azure.com', 'project'],
  ['bits.test', 'project'],
  ['bitbucket.org', 'workspace'],
])('at %s a location without its %s is incomplete', async (host, part) => {
  const { group, user, screen } = openRepo({ allowedHosts: [host] })
  await user.type(await (await group()).findByRole('textbox', { name: /^Repository/ }), 'pay')
  await user.click(reviewButton())
  expect(await screen.findByText(`Incomplete repository location provided, ${part} not provided`)).toBeTruthy()
})

test('host, owner or what stands for it, and repository are marked as required [SCAF-093]', async () => {
  for (const [host, part] of [
    ['github.com', 'Owner'],
    ['dev.azure.com', 'Organization'],
    ['bitbucket.org', 'Workspace'],
    ['bits.test', 'Project'],
  ] as const) {
    const { group } = openRepo({ allowedHosts: [host] })
    const inside = await group()
    expect((await inside.findByRole('combobox', { name: 'Host' })).getAttribute('aria-required')).toBe('true')
    for (const name of [part, 'Repository'])
      expect((inside.getByRole('textbox', { name: new RegExp(`^${name}`) }) as HTMLInputElement).required).toBe(true)
  }
})

test('for Gerrit the owner is optional and the parent is required [SCAF-094]', async () => {
  const { group, user, screen, body } = openRepo({ allowedHosts: ['gerrit.test'] })
  const inside = await group()
  await user.type(await inside.findByRole('textbox', { name: /^Repository/ }), 'pay')
  expect((inside.getByRole('textbox', { name: 'Owner' }) as HTMLInputElement).required).toBe(false)
  await user.click(reviewButton())
  expect(await screen.findByText('Incomplete repository location provided, parent not provided')).toBeTruthy()
  await user.type(inside.getByRole('textbox', { name: /^Parent/ }), 'All')
  expect((await body()).values.repoUrl).toBe('gerrit.test?repo=pay&workspace=All')
})

const credentials = { requestUserCredentials: { secretsKey: 'USER_TOKEN', additionalScopes: { github: ['workflow'], gitlab: ['admin'] } } }

test('credentials are obtained for the host with repository write and the extra scopes, stored under the secrets key, and again when the host changes [SCAF-055, SCAF-056, SCAF-072, SCAF-073, SCAF-074]', async () => {
  const { group, user, screen, asked, body } = openRepo({ allowedHosts: ['github.com', 'gitlab.com'], ...credentials })
  const inside = await group()
  await inside.findByRole('combobox', { name: 'Host' })
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual({ provider: 'github', scopes: ['repo', 'read:org', 'read:user', 'gist', 'workflow'] })
  await user.click(inside.getByRole('combobox', { name: 'Host' }))
  await user.click(await screen.findByRole('option', { name: /^gitlab.com/ }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toMatchObject({ provider: 'gitlab', scopes: expect.arrayContaining(['write_repository', 'admin']) })
  await user.type(await inside.findByRole('combobox', { name: /^Owner/ }), 'acme{Enter}')
  await user.type(inside.getByRole('combobox', { name: /^Repository/ }), 'pay{Enter}')
  expect(await body()).toMatchObject({ values: { repoUrl: 'gitlab.com?owner=acme&repo=pay' }, secrets: { USER_TOKEN: 'token-2' } })
})

test('suggestions are asked for with provider, resource, token and context, and what fails suggests nothing [SCAF-101, SCAFAPI-19]', async () => {
  let isAway = false
  const { group, user, screen, requests } = openRepo(
    { allowedHosts: ['github.com'], ...credentials },
    {
      suggest: ({ path }) => {
        if (isAway) throw new Error('away')
        return { results: path.endsWith('/owners') ? [{ id: 'acme' }] : [{ id: 'acme/pay' }, { id: 'other/ship' }] }
      },
    },
  )
  const inside = await group()
  await user.click(await inside.findByRole('combobox', { name: /^Owner/ }))
  await user.click(await screen.findByRole('option', { name: 'acme' }))
  await user.click(inside.getByRole('combobox', { name: /^Repository/ }))
  expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual(['pay'])
  const asked = requests.filter(({ path }) => path.startsWith('/v2/autocomplete'))
  expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: '/v2/autocomplete/github/owners', body: { token: 'token-1', context: { host: 'github.com' } } },
    { path: '/v2/autocomplete/github/repositoriesWithOwner', body: { token: 'token-1', context: { host: 'github.com' } } },
  ])
  await user.keyboard('{Escape}')
  isAway = true
  await user.click(inside.getByRole('combobox', { name: /^Repository/ }))
  expect(await screen.findByText('There is nothing to choose from')).toBeTruthy()
  expect(screen.queryByText('Could not load the options')).toBeNull()
})

afterEach(() => void vi.useRealTimers())

test('suggestions of hosts are debounced by 500 ms [SCAF-102]', async () => {
  const { group, user, screen, requests } = openRepo({ allowedHosts: ['github.com'], ...credentials })
  const owner = await (await group()).findByRole('combobox', { name: /^Owner/ })
  await user.click(owner)
  await screen.findByText('There is nothing to choose from')
  const count = () => requests.filter(({ path }) => path.startsWith('/v2/autocomplete')).length
  const before = count()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const typed of ['a', 'ac', 'acm']) fireEvent.change(owner, { target: { value: typed } })
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(count()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(count()).toBe(before + 1)
})

test('a branch is one text, required, and any text will do [SCAF-062, SCAF-095]', async () => {
  const branch = { branch: { title: 'Branch', type: 'string', 'ui:field': 'RepoBranchPicker' } }
  const { group, user, screen, body } = openRepo(
    { allowedHosts: ['github.com'], allowedOwners: ['acme'], allowedRepos: ['pay'] },
    { more: branch },
  )
  await (await group()).findByRole('combobox', { name: 'Host' })
  await user.click(reviewButton())
  expect(await screen.findByText('Branch is required')).toBeTruthy()
  await user.type(screen.getByRole('combobox', { name: 'Branch' }), 'feature/x{Enter}')
  expect((await body()).values).toEqual({ repoUrl: 'github.com?owner=acme&repo=pay', branch: 'feature/x' })
})
