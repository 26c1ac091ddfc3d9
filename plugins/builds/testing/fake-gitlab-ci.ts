import { startFakeChecked } from './fake-checked.ts'

/** GitLab CI of `group/sub/web`, below `/api/v4`, as far as the portal asks it. */
export async function startFakeGitlabCi() {
  const pipelines: { readonly id: number; status: string; readonly ref: string }[] = []
  const calls: string[] = []
  const traces = new Map<string, string>()
  const base = '/api/v4/projects/group%2Fsub%2Fweb'
  const at = (rest: string) => new RegExp(`^${base}${rest}$`)
  const found = (id: string | undefined) => pipelines.find(each => String(each.id) === id)
  const toPipeline = ({ id, status, ref }: (typeof pipelines)[number]) => ({
    id,
    iid: id - 100,
    status,
    ref,
    source: 'push',
    sha: 'abcdef0123456789abcdef0123456789abcdef01',
    web_url: `https://gitlab.test/group/sub/web/-/pipelines/${id}`,
    created_at: '2026-11-16T05:00:00Z',
    updated_at: '2026-11-16T05:03:00Z',
  })
  const fake = await startFakeChecked([
    { path: at(''), answer: () => ({ json: { default_branch: 'main' } }) },
    {
      path: at('/pipelines'),
      query: ['per_page', 'page', 'ref'],
      answer: ({ url }) => {
        const ref = url.searchParams.get('ref')
        const listed = pipelines.filter(each => ref === null || each.ref === ref)
        const size = Number(url.searchParams.get('per_page'))
        const from = (Number(url.searchParams.get('page')) - 1) * size
        return { json: listed.slice(from, from + size).map(toPipeline), headers: { 'x-total': String(listed.length) } }
      },
    },
    {
      path: at('/pipelines/(\\d+)'),
      answer: (_request, id) => {
        const pipeline = found(id)
        const user = { username: 'jane', name: 'Jane Doe', avatar_url: null }
        const times = { started_at: '2026-11-16T05:00:30Z', finished_at: '2026-11-16T05:02:30Z' }
        return pipeline && { json: { ...toPipeline(pipeline), user, ...times } }
      },
    },
    {
      path: at('/pipelines/(\\d+)/jobs'),
      query: ['per_page'],
      answer: (_request, id) => {
        const pipeline = found(id)
        if (!pipeline) return undefined
        const commit = { title: 'Round prices', author_name: 'Jane Doe' }
        const times = { started_at: '2026-11-16T05:00:30Z', finished_at: '2026-11-16T05:01:00Z' }
        // The newest first, as GitLab lists them.
        return {
          json: [
            { id: pipeline.id * 10 + 2, name: 'unit', stage: 'test', status: pipeline.status, commit, ...times },
            { id: pipeline.id * 10 + 1, name: 'compile', stage: 'build', status: 'success', commit, ...times },
          ],
        }
      },
    },
    { path: at('/jobs/(\\d+)/trace'), answer: (_request, id = '') => (traces.has(id) ? { body: traces.get(id)! } : undefined) },
    {
      method: 'POST',
      path: at('/pipelines/(\\d+)/retry'),
      answer: (_request, id) => {
        calls.push(`retry ${id}`)
        return { status: 201, json: {} }
      },
    },
    {
      method: 'POST',
      path: at('/pipeline'),
      query: ['ref'],
      answer: ({ url }) => {
        calls.push(`create ${url.searchParams.get('ref')}`)
        return { status: 201, json: {} }
      },
    },
  ])
  return Object.assign(fake, { pipelines, calls, traces, apiBaseUrl: `${fake.url}/api/v4` })
}
