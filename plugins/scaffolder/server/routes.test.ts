import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const pages = [
  { title: 'One', description: 'First', properties: { name: { type: 'string' } } },
  { properties: { other: { type: 'string', 'ui:field': 'OwnerPicker' } } },
]

let scaffolder: TestScaffolder
beforeAll(async () => {
  scaffolder = await startScaffolder({
    form: { parameters: pages, presentation: { buttonLabels: { createButtonText: 'Go' } }, formDecorators: [{ id: 'x' }], steps: [] },
    single: { parameters: pages[0], steps: [] },
    gated: {
      steps: [
        {
          id: 'tell',
          name: 'Tell',
          action: 'debug:log',
          approval: { approvers: ['group:default/${{ parameters.team }}'], reason: 'It costs' },
        },
        { id: 'ask', name: 'Ask', action: 'approval', input: { approvers: ['user:default/boss'] } },
        { id: 'rest', action: 'debug:log', if: false, approval: { approvers: ['group:default/nobody'] } },
      ],
    },
  })
})
afterAll(() => scaffolder.stop())

function bombLine(name: string, before: string): string {
  return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
}

async function refusal(run: Promise<unknown>) {
  return run.then(
    () => undefined,
    (error: { name: string; message: string; status: number }) => ({ name: error.name, status: error.status, message: error.message }),
  )
}

test('the parameter schema of a template has its title, pages and presentation [SCAFAPI-03, SCAFAPI-08]', async () => {
  const schemaOf = (name: string, kind = 'template') =>
    scaffolder.server.call(scaffolderApi.getParameterSchema, { params: { namespace: 'default', kind, name } })
  expect(await schemaOf('form')).toEqual({
    title: 'form',
    presentation: { buttonLabels: { createButtonText: 'Go' } },
    steps: [
      { title: 'One', description: 'First', schema: pages[0] },
      { title: 'Please enter the following information', schema: pages[1] },
    ],
    formDecorators: [{ id: 'x' }],
  })
  expect((await schemaOf('single')).steps).toHaveLength(1)
  expect(await refusal(schemaOf('none'))).toMatchObject({ status: 404 })
  expect(await refusal(schemaOf('form', 'component'))).toMatchObject({ status: 400 })
})

const named = (prefix: string, ...names: readonly string[]) => names.map(name => `${prefix}:${name}`)
/** The default actions, those of the modules, and those that templates of the world use besides. */
const expectedActions = [
  ...named('fetch', 'plain', 'plain:file', 'template', 'template:file', 'cookiecutter', 'rails'),
  ...named('catalog', 'register', 'fetch', 'write'),
  ...named('fs', 'delete', 'rename', 'readdir'),
  ...named('debug', 'log', 'wait'),
  ...named('publish', 'github', 'github:pull-request', 'gitlab', 'gitlab:merge-request', 'azure', 'gitea', 'gerrit', 'gerrit:review'),
  ...named('publish', 'bitbucketCloud', 'bitbucketCloud:pull-request', 'bitbucketServer', 'bitbucketServer:pull-request'),
  ...named('github', 'repo:create', 'repo:push', 'webhook', 'actions:dispatch', 'issues:create', 'issues:label', 'deployKey:create'),
  ...named('github', 'environment:create', 'branch-protection:create', 'pages:enable', 'autolinks:create'),
  ...named('gitlab', 'repo:push', 'group:ensureExists', 'group:access', 'group:migrate', 'issues:create', 'issue:edit', 'user:info'),
  ...named('gitlab', 'pipeline:trigger', 'projectAccessToken:create', 'projectDeployToken:create', 'projectVariable:create'),
  ...['bitbucket:pipelines:run', 'bitbucketCloud:branchRestriction:create', 'run:yeoman', 'sentry:project:create', 'sentry:fetch:dsn'],
  ...['notification:send', 'confluence:transform:markdown', 'http:backstage:request', 'argocd:create-resources'],
  ...named('roadiehq:utils', 'fs:write', 'fs:append', 'fs:parse', 'fs:replace', 'merge', 'json:merge', 'sleep', 'zip'),
  ...named('roadiehq:utils', 'jsonata', 'jsonata:json:transform', 'jsonata:yaml:transform', 'serialize:json', 'serialize:yaml'),
]

test('the installed actions are listed by id, with their schemas and examples [SCAFAPI-09]', async () => {
  const actions = await scaffolder.server.call(scaffolderApi.listActions)
  const ids = actions.map(({ id }) => id)
  expect(ids).toEqual([...ids].sort())
  expect(expectedActions.filter(id => !ids.includes(id))).toEqual([])
  for (const action of actions) {
    expect([action.id, action.description?.length ?? 0, action.examples?.length ?? 0]).toEqual([
      action.id,
      expect.toSatisfy(n => n > 10),
      expect.toSatisfy(n => n > 0),
    ])
    expect(action.schema?.input).toBeDefined()
  }
  const noDryRun = actions.filter(({ supportsDryRun }) => !supportsDryRun).map(({ id }) => id)
  expect(noDryRun).toEqual(expect.arrayContaining(['catalog:register', 'debug:wait']))
  expect(noDryRun).not.toEqual(expect.arrayContaining(['debug:log']))
})

/** The paths of a schema, and of what is in it, that have no description. */
function undescribed(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { description, properties = {}, items, additionalProperties, anyOf = [] } = schema as Record<string, never> & { anyOf?: unknown[] }
  return [
    ...(typeof description === 'string' && description !== '' ? [] : [at]),
    ...Object.entries(properties).flatMap(([name, field]) => undescribed(field, `${at}.${name}`)),
    ...[items, additionalProperties, ...anyOf].flatMap(each => undescribed(each, at).filter(path => path !== at)),
  ]
}

test('no input, output or argument of an action, filter or function lacks a description', async () => {
  const { filters, globals } = await scaffolder.server.call(scaffolderApi.listTemplatingExtensions)
  const extensions = Object.entries({ ...filters, ...globals.functions }).flatMap(([name, { description, schema, examples }]) => {
    const { input, arguments: given = [], output } = schema ?? {}
    const isFilter = Object.hasOwn(filters, name)
    return [
      ...(description && examples?.length && output && (input || !isFilter) ? [] : [name]),
      ...[...(isFilter ? [input] : []), ...given, output].flatMap(each => undescribed(each, name)),
    ]
  })
  expect(extensions).toEqual([])
  const actions = await scaffolder.server.call(scaffolderApi.listActions)
  const fields = actions.flatMap(({ id, schema }) => [
    ...undescribed(schema?.input, `${id} input`).filter(path => path !== `${id} input`),
    ...undescribed(schema?.output, `${id} output`).filter(path => path !== `${id} output`),
  ])
  expect(fields).toEqual([])
})

test('the filters and globals of templates are listed [SCAFAPI-12]', async () => {
  const { filters, globals } = await scaffolder.server.call(scaffolderApi.listTemplatingExtensions)
  expect(Object.keys(filters)).toEqual(expect.arrayContaining(['parseRepoUrl', 'parseEntityRef', 'pick', 'projectSlug']))
  expect(filters['pick']).toMatchObject({
    schema: { input: {}, arguments: [{ type: 'string' }], output: {} },
    examples: [{ example: expect.any(String) }],
  })
  expect(Object.keys(globals.functions)).toEqual(['always', 'failure'])
})

describe('a dry run', () => {
  const dryRun = (template: object, more: object = {}) =>
    scaffolder.server.call(scaffolderApi.dryRun, {
      body: {
        template: { apiVersion: 'scaffolder.backstage.io/v1beta3', kind: 'Template', metadata: { name: 't' }, ...template },
        values: {},
        directoryContents: [],
        ...more,
      },
    })
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  test('with data that take long fails, and others are answered meanwhile', async () => {
    const pattern = { properties: { name: { type: 'string', pattern: '^(a+)+$' } } }
    const slow = { values: { name: `${'a'.repeat(60)}!` } }
    let hasEnded = false
    const checked = dryRun({ spec: { type: 'x', parameters: [pattern], steps: [] } }, slow).finally(() => void (hasEnded = true))
    await scaffolder.server.call(scaffolderApi.listActions)
    expect(hasEnded).toBe(false)
    expect(await refusal(checked)).toMatchObject({ status: 400 })

    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...[...'bcdefghij'].map((name, at) => bombLine(name, 'abcdefghi'[at] ?? 'a'))].join(
      '\n',
    )
    const steps = (action: string, input: object) => [
      { id: 'write', action: 'roadiehq:utils:fs:write', input: { path: 'bomb.yaml', content: bomb } },
      { id: 'read', action, input: { path: 'bomb.yaml', ...input } },
    ]
    const tooLarge = /bomb\.yaml is too large: at most 200000 values/
    for (const [action, input] of [
      ['roadiehq:utils:jsonata:yaml:transform', { expression: '$' }],
      ['roadiehq:utils:fs:parse', { parser: 'yaml' }],
      ['roadiehq:utils:merge', { content: { b: 1 } }],
    ] as const)
      expect((await refusal(dryRun({ spec: { type: 'x', steps: steps(action, input) } })))?.message).toMatch(tooLarge)
  })

  test('takes template, values, secrets and files, and gives log, output, steps and files [SCAFAPI-06]', async () => {
    const result = await dryRun(
      {
        spec: {
          type: 'x',
          parameters: { properties: { name: { type: 'string' } } },
          secrets: { inLogs: ['TOKEN'] },
          steps: [
            {
              id: 'fetch',
              name: 'Fetch',
              action: 'fetch:template',
              input: { url: './skeleton', values: { name: '${{ parameters.name }}' } },
            },
            { action: 'fetch:plain:file', input: { url: '../shared/LICENSE', targetPath: 'LICENSE' } },
            { id: 'log', action: 'debug:log', input: { message: 'token ${{ secrets.TOKEN }}' } },
            { id: 'register', action: 'catalog:register', input: { catalogInfoUrl: 'https://x.test/catalog-info.yaml' } },
            { id: 'wait', action: 'approval', input: { approvers: ['group:default/a'] } },
          ],
          output: { ref: '${{ steps.register.output.entityRef }}' },
        },
      },
      {
        values: { name: 'ann' },
        secrets: { TOKEN: 'sesame-open' },
        directoryContents: [
          { path: 'skeleton/${{ values.name }}.txt', base64Content: base64('Hello ${{ values.name }}') },
          { path: 'skeleton/sub/b.txt', base64Content: base64('plain') },
          { path: '../shared/LICENSE', base64Content: base64('MIT') },
          { path: 'template.yaml', base64Content: base64('x') },
        ],
      },
    )
    expect(result.directoryContents).toEqual([
      { path: 'LICENSE', executable: false, base64Content: base64('MIT') },
      { path: 'ann.txt', executable: false, base64Content: base64('Hello ann') },
      { path: 'sub/b.txt', executable: false, base64Content: base64('plain') },
    ])
    expect(result.steps.map(({ id, name }) => [id, name])).toEqual([
      ['fetch', 'Fetch'],
      ['step-2', 'fetch:plain:file'],
      ['log', 'debug:log'],
      ['register', 'catalog:register'],
      ['wait', 'approval'],
    ])
    expect(result.output).toEqual({ ref: '<example>' })
    expect(result.log.map(({ body }) => body.message)).toEqual(expect.arrayContaining(['token ***']))
    expect(result.log).toContainEqual({
      body: { message: 'Skipping because catalog:register does not support dry-run', stepId: 'register', status: 'skipped' },
    })
    const statusesOf = (id: string) => [...new Set(result.log.flatMap(({ body }) => (body.stepId === id ? (body.status ?? []) : [])))]
    expect(statusesOf('register')).toEqual(['processing', 'skipped'])
    expect(statusesOf('fetch')).toEqual(['processing', 'completed'])
    expect(result.effects).toEqual([
      {
        stepId: 'register',
        action: 'catalog:register',
        kind: 'location',
        title: expect.any(String),
        address: 'https://x.test/catalog-info.yaml',
        canUndo: true,
      },
    ])
    expect(JSON.stringify(result.log)).not.toContain('sesame')
  })

  test('sends no request to a plugin, also none that only reads, and returns nothing of one', async () => {
    const input = { method: 'GET', path: 'scaffolder/v2/actions' }
    const steps = [{ id: 'ask', action: 'http:backstage:request', input }]
    const { log, output, effects } = await dryRun({ spec: { type: 'x', steps, output: { body: '${{ steps.ask.output.body | dump }}' } } })
    expect(log.map(({ body }) => body.message)).toContain('Skipping because http:backstage:request does not support dry-run')
    expect([JSON.stringify(output).includes('fetch:plain'), effects]).toEqual([false, []])
  })

  test('of an invalid template or with values that do not fit is refused', async () => {
    expect(await refusal(dryRun({ spec: {} }))).toMatchObject({ status: 400, message: expect.stringContaining('spec.steps') })
    expect(
      await refusal(
        dryRun({
          spec: {
            steps: [
              { id: 'a', action: 'debug:log' },
              { id: 'a', action: 'debug:log' },
            ],
          },
        }),
      ),
    ).toMatchObject({ status: 400, message: expect.stringContaining("two steps have the id 'a'") })
    const many = Array.from({ length: 10_000 }, () => ({ action: 'debug:log' }))
    expect(await refusal(dryRun({ spec: { type: 'x', steps: many } }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('more than 1000 steps'),
    })
    expect(await refusal(dryRun({ spec: { steps: [], parameters: { required: ['a'], properties: {} } } }))).toMatchObject({ status: 400 })
  })

  test('that fails says which step, and what was said before', async () => {
    const failed = dryRun({ spec: { steps: [{ id: 'bad', action: 'fetch:plain', input: { url: './none' } }] } })
    expect(await refusal(failed)).toMatchObject({ status: 404, message: expect.stringContaining('./none') })
    await failed.catch((error: { details: object }) => expect(error.details).toMatchObject({ stepId: 'bad', log: expect.any(Array) }))
  })

  test('does not read the files of the server', async () => {
    for (const url of ['/etc/passwd', '../../../../etc/passwd', 'file:///etc/passwd', './../../etc']) {
      const failed = dryRun({ spec: { steps: [{ action: 'fetch:plain:file', input: { url, targetPath: 'x' } }] } })
      expect([url, (await refusal(failed))?.status]).toEqual([url, expect.toSatisfy(status => [400, 404].includes(status))])
    }
  })
})

test('a plan has the addresses of repositories and of what is registered from them, as far as they are known', async () => {
  const publish = (id: string, repoUrl: string) => [
    { id, action: `publish:${id}`, input: { repoUrl } },
    { action: 'catalog:register', input: { repoContentsUrl: `\${{ steps.${id}.output.repoContentsUrl }}` } },
  ]
  const steps = [
    ...publish('github', 'github.com?owner=acme&repo=shop'),
    ...publish('azure', 'dev.azure.com?organization=acme&project=web&repo=shop'),
  ]
  const template = { apiVersion: 'scaffolder.backstage.io/v1beta3', kind: 'Template', metadata: { name: 't' }, spec: { type: 'x', steps } }
  const { effects } = await scaffolder.server.call(scaffolderApi.dryRun, { body: { template, values: {}, directoryContents: [] } })
  const file = 'https://github.com/acme/shop/blob/main/catalog-info.yaml'
  expect(effects.map(({ title, address }) => [title, address])).toEqual([
    ['Repository acme/shop on github.com, private', 'https://github.com/acme/shop'],
    [`Registers ${file} in the catalog`, file],
    ['Repository web/shop on dev.azure.com, private', undefined],
    ['Registers what was made before in the catalog', undefined],
  ])
})

test('a plan is what a run would make, from the template of the catalog', async () => {
  const planned = await scaffolder.server.call(scaffolderApi.planTask, { body: { templateRef: 'template:default/form', values: {} } })
  expect(planned).toMatchObject({ effects: [], steps: [], directoryContents: [] })
})

test('a plan names the approvals that a run would wait for, on steps and as actions, and waits for none', async () => {
  const body = { templateRef: 'template:default/gated', values: { team: 'platform' } }
  const { approvals } = await scaffolder.server.call(scaffolderApi.planTask, { body })
  expect(approvals).toEqual([
    { stepId: 'tell', stepName: 'Tell', from: 'step', approvers: ['group:default/platform'], reason: 'It costs' },
    { stepId: 'ask', stepName: 'Ask', from: 'step', approvers: ['user:default/boss'] },
  ])
})

test('the hosts that repositories can be made at are listed with type, title and host, all or some [SCAFAPI-02]', async () => {
  const list = async (...allowedHosts: string[]) =>
    (await scaffolder.server.call(scaffolderApi.listIntegrations, { query: allowedHosts.length === 0 ? {} : { allowedHosts } }))
      .integrations
  expect(await list()).toEqual(expect.arrayContaining([{ type: 'github', title: 'GitHub', host: 'github.com' }]))
  expect((await list()).map(({ type }) => type)).not.toContain('awsS3')
  expect((await list('gitlab.com', 'nowhere.test')).map(({ host }) => host)).toEqual(['gitlab.com'])
})

test('other programs list, run and look at templates through the registry of actions', async () => {
  const invoke = async (name: string, input: object) =>
    (
      await scaffolder.server.fetch(`/api/scaffolder/.backstage/actions/v2/actions/scaffolder:${name}/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ input }),
      })
    ).json() as Promise<{ output: Record<string, unknown> }>
  expect((await invoke('list-scaffolder-actions', {})).output['actions']).toBeInstanceOf(Array)
  const { output } = await invoke('run-template', { templateRef: 'template:default/single', values: { name: 'x' } })
  await scaffolder.until(String(output['id']), 'completed')
  expect((await invoke('get-task', { taskId: output['id'] })).output).toMatchObject({ id: output['id'], status: 'completed' })
  expect(await invoke('run-template', { templateRef: 'template:default/single', values: { name: 5 } })).toMatchObject({
    error: { name: 'InputError' },
  })
})

describe('autocomplete', () => {
  const ask = (provider: string, resource: string, body: unknown) =>
    scaffolder.server.fetch(`/api/scaffolder/v2/autocomplete/${provider}/${resource}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('takes a token and a context, and refuses unknown providers, resources and contexts that are incomplete [SCAFAPI-04]', async () => {
    expect((await ask('nobody', 'x', { token: 't', context: {} })).status).toBe(400)
    expect((await ask('github', 'nothing', { token: 't', context: {} })).status).toBe(400)
    expect((await ask('github', 'branches', { token: 't', context: {} })).status).toBe(400)
    expect((await ask('github', 'branches', { context: { owner: 'a', repository: 'b' } })).status).toBe(400)
    // A host that cannot be reached gives no suggestions, and no error.
    const reply = await ask('github', 'branches', { token: 't', context: { host: 'unknown.test', owner: 'a', repository: 'b' } })
    expect([reply.status, await reply.json()]).toEqual([200, { results: [] }])
  })
})
