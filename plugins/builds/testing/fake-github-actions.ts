import { startFakeChecked } from './fake-checked.ts'

/** A run of a workflow, as GitHub tells it. */
export interface GithubRun {
  readonly id: number
  readonly status: string
  readonly conclusion: string | null
  readonly branch?: string
}

/** GitHub Actions of `acme/web`, below `/api/v3`, as far as the portal asks it. */
export async function startFakeGithubActions() {
  const runs: GithubRun[] = []
  const rerun: string[] = []
  const logs = new Map<string, string>()
  const base = '/api/v3/repos/acme/web'
  const at = (rest: string) => new RegExp(`^${base}${rest}$`)
  const toRun = ({ id, status, conclusion, branch = 'main' }: GithubRun) => ({
    id,
    name: 'CI',
    display_title: `Change ${id}`,
    run_number: id - 1000,
    run_attempt: 1,
    status,
    conclusion,
    head_branch: branch,
    head_sha: 'abcdef0123456789abcdef0123456789abcdef01',
    html_url: `https://github.test/acme/web/actions/runs/${id}`,
    workflow_id: 7,
    created_at: '2026-11-16T05:00:00Z',
    run_started_at: '2026-11-16T05:00:10Z',
    updated_at: '2026-11-16T05:04:10Z',
    actor: { login: 'jane', avatar_url: 'https://avatars.test/jane', type: 'User' },
    head_commit: { message: 'Change\n\nmore', author: { name: 'Jane Doe' } },
    repository: { html_url: 'https://github.test/acme/web' },
  })
  const found = (id: string | undefined) => runs.find(each => String(each.id) === id)

  const fake = await startFakeChecked([
    { path: at(''), answer: () => ({ json: { default_branch: 'main' } }) },
    {
      path: at('/actions/runs'),
      query: ['per_page', 'page', 'branch'],
      answer: ({ url }) => {
        const [size, page, branch] = ['per_page', 'page', 'branch'].map(name => url.searchParams.get(name))
        const listed = runs.filter(each => branch === null || (each.branch ?? 'main') === branch)
        const from = (Number(page ?? 1) - 1) * Number(size ?? 30)
        return { json: { total_count: listed.length, workflow_runs: listed.slice(from, from + Number(size ?? 30)).map(toRun) } }
      },
    },
    { path: at('/actions/runs/(\\d+)'), answer: (_request, id) => (found(id) ? { json: toRun(found(id)!) } : undefined) },
    {
      path: at('/actions/runs/(\\d+)/jobs'),
      query: ['per_page', 'filter'],
      answer: (_request, id) => {
        const run = found(id)
        if (!run) return undefined
        const { status, conclusion } = run
        const times = { started_at: '2026-11-16T05:00:20Z', completed_at: status === 'completed' ? '2026-11-16T05:04:00Z' : null }
        const steps = [
          { name: 'Checkout', status: 'completed', conclusion: 'success', ...times },
          { name: 'Test', status, conclusion, ...times },
        ]
        return { json: { total_count: 1, jobs: [{ id: run.id * 10, name: 'test', status, conclusion, ...times, steps }] } }
      },
    },
    {
      // GitHub sends the reader on to its storage of logs, which must not be told the token.
      path: at('/actions/jobs/(\\d+)/logs'),
      answer: ({ url }, id) => ({ status: 302, headers: { location: `${url.origin}/storage/${id}` } }),
    },
    { path: /^\/storage\/(\d+)$/, answer: (_request, id = '') => (logs.has(id) ? { body: logs.get(id)! } : undefined) },
    {
      method: 'POST',
      path: at('/actions/runs/(\\d+)/rerun'),
      answer: (_request, id = '') => {
        if (found(id)?.status !== 'completed') return { status: 403, json: { message: 'This workflow is already running' } }
        rerun.push(id)
        return { status: 201, json: {} }
      },
    },
  ])
  return Object.assign(fake, { runs, rerun, logs, apiBaseUrl: `${fake.url}/api/v3` })
}
