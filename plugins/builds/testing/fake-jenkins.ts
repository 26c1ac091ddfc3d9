import { startFakeChecked } from './fake-checked.ts'

export interface JenkinsModelBuild {
  readonly number: number
  readonly result: string | null
  readonly building?: boolean
  readonly parameters?: Readonly<Record<string, string>>
}

/** Jenkins with jobs by their path (`team/web`), whose branches are jobs of their own (`team/web/main`), as far as the portal asks it. */
export async function startFakeJenkins() {
  const jobs = new Map<string, JenkinsModelBuild[]>()
  const started: string[] = []
  const consoles = new Map<string, string>()
  const stages = new Map<string, unknown>()
  const job = '((?:/job/[^/]+)+)'
  const at = (rest: string) => new RegExp(`^${job}${rest}$`)
  const nameOf = (path = '') => path.split('/job/').slice(1).map(decodeURIComponent).join('/')
  const toBuild = ({ number, result, building = false, parameters = {} }: JenkinsModelBuild) => ({
    number,
    url: `https://jenkins.test/${number}/`,
    result,
    building,
    timestamp: Date.UTC(2026, 10, 16, 5, number % 60),
    duration: 90_000,
    actions: [
      null,
      {},
      { causes: [{ shortDescription: 'Started by user Jane', userName: 'Jane' }] },
      { lastBuiltRevision: { SHA1: 'abcdef0123456789abcdef0123456789abcdef01', branch: [{ name: 'origin/main' }] } },
      { parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })) },
    ],
    changeSets: [{ items: [{ msg: `Change ${number}`, author: { fullName: 'Jane Doe' } }] }],
  })
  const childrenOf = (name: string) => [...jobs.keys()].filter(each => each.startsWith(`${name}/`))
  const found = (path: string | undefined, number: string | undefined) =>
    jobs.get(nameOf(path))?.find(each => String(each.number) === number)

  const fake = await startFakeChecked([
    {
      path: at('/api/json'),
      query: ['tree'],
      check: ({ url }) => (url.searchParams.get('tree') ? undefined : 'ask for a tree: everything is too much'),
      answer: (_request, path) => {
        const name = nameOf(path)
        const children = childrenOf(name)
        if (!jobs.has(name) && children.length === 0) return undefined
        return {
          json: {
            builds: jobs.get(name)?.map(toBuild),
            jobs: children.map(each => ({ name: each.slice(name.length + 1), builds: jobs.get(each)?.map(toBuild) })),
          },
        }
      },
    },
    {
      path: at('/(\\d+)/api/json'),
      query: ['tree'],
      answer: (_request, path, number) => {
        const build = found(path, number)
        return build && { json: toBuild(build) }
      },
    },
    {
      path: at('/(\\d+)/wfapi/describe'),
      answer: (_request, path, number) => {
        const key = `${nameOf(path)} ${number}`
        return stages.has(key) ? { json: { stages: stages.get(key) } } : { status: 404, body: '<html>Not Found</html>' }
      },
    },
    {
      path: at('/(\\d+)/consoleText'),
      answer: (_request, path, number) => {
        const text = consoles.get(`${nameOf(path)} ${number}`)
        return text === undefined ? undefined : { body: text }
      },
    },
    {
      method: 'POST',
      path: at('/(build|buildWithParameters)'),
      query: ['COLOUR'],
      answer: ({ url }, path, way) => {
        started.push(`${way} ${nameOf(path)}${url.search}`)
        return { status: 201, body: '' }
      },
    },
  ])
  return Object.assign(fake, { jobs, started, consoles, stages })
}
