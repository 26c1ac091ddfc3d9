import { digits, lastTime, pick, pickOf } from '../chance.ts'
import { readData } from '../read-data.ts'

interface Project {
  readonly everyHours: number
  /** How long a build takes, more or less. */
  readonly minutes: number
  readonly language: string
  /** Its last build on main fails. */
  readonly fails?: 'last'
  /** There is always a build that runs now. */
  readonly runs?: 'now'
}

interface BuildsData {
  readonly projects: Readonly<Record<string, Project>>
  readonly people: readonly { readonly login: string; readonly name: string }[]
  readonly subjects: readonly string[]
  readonly branches: readonly string[]
  readonly languages: Readonly<Record<string, readonly string[]>>
  readonly output: readonly string[]
  readonly failure: string
}

export interface ExampleStep {
  readonly name: string
  readonly status: 'success' | 'failed' | 'running' | 'queued'
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly output: string
}

/** A build that was, or is running. */
export interface ExampleBuild {
  readonly number: number
  readonly status: 'success' | 'failed' | 'running'
  readonly subject: string
  readonly branch: string
  readonly revision: string
  readonly person: { readonly login: string; readonly name: string }
  readonly queuedAt: number
  readonly startedAt: number
  readonly stoppedAt: number | undefined
}

/** The builds of Larkpost's projects in this month and the last, computed from the clock. Restarts are kept until the portal ends. */
export function createBuildHistory(clock: () => number = Date.now) {
  const data = readData<BuildsData>('builds.yaml')
  const restarts = new Map<string, ExampleBuild[]>()

  const known = (name: string) => (Object.hasOwn(data.projects, name) ? data.projects[name] : undefined)

  function buildAt(name: string, project: Project, { count, at, first, isLast }: BuildPlace): ExampleBuild {
    const isRunning = isLast && project.runs === 'now'
    const isFailed = project.fails === 'last' ? isLast : !isRunning && pick(11, name, count, 'fails') === 0
    const branch = isFailed || isRunning || pick(3, name, count, 'branch') > 0 ? 'main' : pickOf(data.branches, name, count)
    // One that runs now began a little while ago, whenever one looks.
    const queuedAt = isRunning ? clock() - 40_000 - (clock() % (project.minutes * 40_000)) : at
    const took = project.minutes * 60_000 * (0.8 + pick(40, name, count, 'took') / 100)
    return {
      number: count - first,
      status: isRunning ? 'running' : isFailed ? 'failed' : 'success',
      subject: isLast && isFailed ? 'Look for cabinet-ca.pem beside the config' : pickOf(data.subjects, name, count, 'subject'),
      branch,
      revision: digits(40, name, count),
      person: pickOf(data.people, name, count, 'person'),
      queuedAt,
      startedAt: queuedAt + 9_000,
      stoppedAt: isRunning ? undefined : queuedAt + 9_000 + Math.round(took),
    }
  }

  function own(name: string, project: Project): ExampleBuild[] {
    const every = project.everyHours * 3_600_000
    const last = lastTime(clock() - project.minutes * 120_000, every, name, 'build')
    // Numbers begin at 1 each time: CircleCI's newest number is how many there are.
    const first = Math.min(last.count - 3, lastTime(lastMonth(clock()), every, name, 'build').count)
    return Array.from({ length: last.count - first }, (_, back) =>
      buildAt(name, project, { count: last.count - back, at: last.at - back * every, first, isLast: back === 0 }),
    )
  }

  /** One that somebody restarted: it takes its time, and ends well. */
  function restarted(build: ExampleBuild): ExampleBuild {
    const isDone = build.stoppedAt !== undefined && build.stoppedAt < clock()
    return isDone ? { ...build, status: 'success' } : { ...build, status: 'running', stoppedAt: undefined }
  }

  /** The newest first; undefined for a project that there is not. */
  function list(name: string): ExampleBuild[] | undefined {
    const project = known(name)
    return project && [...(restarts.get(name) ?? []).map(restarted), ...own(name, project)]
  }

  return {
    list,
    find: (name: string, number: number) => list(name)?.find(build => build.number === number),
    restart(name: string, number: number): ExampleBuild | undefined {
      const all = list(name) ?? []
      const found = all.find(build => build.number === number)
      if (!found) return undefined
      const now = clock()
      const made = { ...found, number: (all[0]?.number ?? 0) + 1, queuedAt: now, startedAt: now + 2_000, stoppedAt: now + 90_000 }
      restarts.set(name, [made, ...(restarts.get(name) ?? [])].slice(0, 20))
      return restarted(made)
    },
    stepsOf(name: string, build: ExampleBuild): ExampleStep[] {
      const commands = ['git checkout', ...(data.languages[known(name)?.language ?? ''] ?? [])]
      const end = build.stoppedAt ?? build.startedAt + (known(name)?.minutes ?? 1) * 60_000
      const part = (end - build.startedAt) / commands.length
      return commands.map((command, at): ExampleStep => {
        const startedAt = build.startedAt + part * at
        const isLast = at === commands.length - 1
        const isOpen = build.status === 'running' && clock() < startedAt + part
        const status = isOpen ? (clock() < startedAt ? 'queued' : 'running') : build.status === 'failed' && isLast ? 'failed' : 'success'
        const output =
          status === 'failed' ? data.failure : (data.output[at - 1] ?? `HEAD is now at ${build.revision.slice(0, 8)} ${build.subject}`)
        const text = status === 'running' ? '' : `${output.trimEnd()}\n`
        return { name: command, status, startedAt, endedAt: isOpen ? undefined : startedAt + part, output: `$ ${command}\n${text}` }
      })
    },
  }
}

/** Which build it is of those that ever were. */
interface BuildPlace {
  readonly count: number
  readonly at: number
  /** The one before the first that is still kept. */
  readonly first: number
  readonly isLast: boolean
}

/** The first day of the last month. */
function lastMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)
}

export type BuildHistory = ReturnType<typeof createBuildHistory>
