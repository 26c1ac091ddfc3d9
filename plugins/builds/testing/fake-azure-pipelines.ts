import { startFakeChecked } from './fake-checked.ts'

export interface AzureModelBuild {
  readonly id: number
  readonly status: string
  readonly result?: string
  readonly branch?: string
}

/** Azure Pipelines of the repository `shop/web` in the organisation `acme`, as far as the portal asks it. */
export async function startFakeAzurePipelines() {
  const builds: AzureModelBuild[] = []
  const queued: unknown[] = []
  const logs = new Map<string, string>()
  const base = '/acme/shop/_apis'
  const at = (rest: string) => new RegExp(`^${base}${rest}$`)
  const version = ['api-version']
  const toBuild = ({ id, status, result, branch = 'main' }: AzureModelBuild) => ({
    id,
    buildNumber: `20261116.${id}`,
    status,
    result,
    queueTime: '2026-11-16T05:00:00Z',
    startTime: '2026-11-16T05:00:10Z',
    ...(status === 'completed' && { finishTime: '2026-11-16T05:05:10Z' }),
    sourceBranch: `refs/heads/${branch}`,
    sourceVersion: 'abcdef0123456789abcdef0123456789abcdef01',
    reason: 'individualCI',
    requestedFor: { displayName: 'Jane Doe', uniqueName: 'jane@acme.test' },
    definition: { id: 12, name: 'web-ci' },
    triggerInfo: { 'ci.message': `Change ${id}` },
    _links: { web: { href: `https://azure.test/acme/shop/_build/results?buildId=${id}` } },
  })
  const found = (id: string | undefined) => builds.find(each => String(each.id) === id)
  const fake = await startFakeChecked([
    {
      path: at('/git/repositories/web'),
      query: version,
      answer: () => ({ json: { id: 'repo-1', name: 'web', defaultBranch: 'refs/heads/main' } }),
    },
    {
      path: at('/build/builds'),
      query: [...version, 'repositoryId', 'repositoryType', '$top', 'queryOrder', 'branchName'],
      check: ({ url }) => (url.searchParams.get('repositoryId') === 'repo-1' ? undefined : 'another repository'),
      answer: ({ url }) => {
        const branch = url.searchParams.get('branchName')
        const listed = builds.filter(each => branch === null || `refs/heads/${each.branch ?? 'main'}` === branch)
        return { json: { value: listed.slice(0, Number(url.searchParams.get('$top'))).map(toBuild) } }
      },
    },
    {
      path: at('/build/builds/(\\d+)'),
      query: version,
      answer: (_request, id) => {
        const build = found(id)
        return build && { json: toBuild(build) }
      },
    },
    {
      path: at('/build/builds/(\\d+)/timeline'),
      query: version,
      answer: (_request, id) => {
        const build = found(id)
        if (!build) return undefined
        if (build.status === 'notStarted') return { json: null }
        const state = build.status === 'completed' ? 'completed' : 'inProgress'
        const times = { startTime: '2026-11-16T05:00:20Z', finishTime: '2026-11-16T05:01:20Z' }
        return {
          json: {
            records: [
              { id: 't2', parentId: 'j1', type: 'Task', name: 'Test', state, result: build.result, order: 2, log: { id: 9 }, ...times },
              { id: 's1', type: 'Stage', name: 'Build', state, order: 1 },
              {
                id: 't1',
                parentId: 'j1',
                type: 'Task',
                name: 'Checkout',
                state: 'completed',
                result: 'succeeded',
                order: 1,
                log: { id: 8 },
              },
              { id: 'j1', parentId: 's1', type: 'Job', name: 'Job', state, order: 1 },
            ],
          },
        }
      },
    },
    {
      path: at('/build/builds/(\\d+)/logs/(\\d+)'),
      query: version,
      check: ({ headers }) => (headers.accept?.includes('text/plain') ? undefined : 'ask for text'),
      answer: (_request, id, log) => (logs.has(`${id} ${log}`) ? { body: logs.get(`${id} ${log}`)! } : undefined),
    },
    {
      method: 'POST',
      path: at('/build/builds'),
      query: version,
      answer: request => {
        queued.push(request.json())
        return { json: { id: 99 } }
      },
    },
  ])
  return Object.assign(fake, { builds, queued, logs })
}
