import { z } from 'zod'

/** The statuses of builds, in the words of CircleCI. Those of other systems are told in the same words. */
export const buildStatuses = [
  'retried',
  'canceled',
  'infrastructure_fail',
  'timedout',
  'not_run',
  'running',
  'failed',
  'queued',
  'scheduled',
  'not_running',
  'no_tests',
  'fixed',
  'success',
] as const
export const BuildStatus = z.enum(buildStatuses)
export type BuildStatus = z.output<typeof BuildStatus>

/** Who started a build, or whose commit it is of. */
export const BuildUser = z.object({
  /** Whether it is a person with an account, and not a bot. */
  isUser: z.boolean().optional(),
  login: z.string().optional(),
  name: z.string().optional(),
  avatarUrl: z.string().optional(),
})
export type BuildUser = z.output<typeof BuildUser>

/** A build of any system: a job of CircleCI, a run of GitHub Actions, a pipeline of GitLab, a build of Jenkins or Azure Pipelines. */
export const Build = z.object({
  /** What its system knows it by. */
  id: z.string(),
  /** What people call it: its number. */
  number: z.string(),
  subject: z.string().optional(),
  /** The number of the build that it repeats. */
  retryOf: z.string().optional(),
  status: BuildStatus,
  queuedAt: z.string().optional(),
  startedAt: z.string().optional(),
  stoppedAt: z.string().optional(),
  branch: z.string().optional(),
  /** The whole hash of its commit. */
  revision: z.string().optional(),
  commitUrl: z.string().optional(),
  committer: z.string().optional(),
  /** Its page at its system. */
  url: z.string().optional(),
  user: BuildUser.optional(),
  workflow: z
    .object({ id: z.string().optional(), name: z.string().optional(), job: z.string().optional(), url: z.string().optional() })
    .optional(),
  /** Whether its system can run it again now. */
  isRestartable: z.boolean(),
})
export type Build = z.output<typeof Build>

/** Something that was run in a step. */
export const BuildAction = z.object({
  /** What its log is read by. */
  id: z.string(),
  name: z.string(),
  status: BuildStatus,
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  hasLog: z.boolean(),
})
export type BuildAction = z.output<typeof BuildAction>

/** A step of a build, with what was run in it: once, or several times in parallel. */
export const BuildStep = z.object({ name: z.string(), actions: z.array(BuildAction) })
export type BuildStep = z.output<typeof BuildStep>

/** A build with its steps. */
export const BuildDetails = Build.extend({ steps: z.array(BuildStep) })
export type BuildDetails = z.output<typeof BuildDetails>

/** A page of builds, the newest first. */
export const BuildPage = z.object({
  items: z.array(Build),
  /** How many there are, as far as that is known: at least those up to this page, and one more where there are more. */
  total: z.number().int(),
})
export type BuildPage = z.output<typeof BuildPage>

/** The last builds of the branch that matters, for cards and lists. */
export const BuildSummary = z.object({
  entityRef: z.string(),
  /** Undefined where the entity names no project of a known system. */
  system: z.string().optional(),
  branch: z.string().optional(),
  /** The newest first. */
  builds: z.array(Build.pick({ id: true, number: true, status: true, startedAt: true, stoppedAt: true, url: true })),
  /** Why there are none. */
  error: z.string().optional(),
})
export type BuildSummary = z.output<typeof BuildSummary>

/** A status that is not known counts as one that did not start. */
export function toBuildStatus(text: unknown): BuildStatus {
  return buildStatuses.find(status => status === text) ?? 'not_running'
}

const open: ReadonlySet<BuildStatus> = new Set(['running', 'queued', 'scheduled'])
const good: ReadonlySet<BuildStatus> = new Set(['success', 'fixed'])
const bad: ReadonlySet<BuildStatus> = new Set(['failed', 'timedout', 'infrastructure_fail'])

/** Whether a build may still change. */
export function isOpen(status: BuildStatus): boolean {
  return open.has(status)
}

/** Whether it ended well, ended badly, or says nothing about the code. */
export function verdictOf(status: BuildStatus): 'good' | 'bad' | 'none' {
  return good.has(status) ? 'good' : bad.has(status) ? 'bad' : 'none'
}

/** How long it took; undefined while it runs, and where its times are not known. */
export function durationOf({ startedAt, stoppedAt }: Pick<Build, 'startedAt' | 'stoppedAt'>): number | undefined {
  if (startedAt === undefined || stoppedAt === undefined) return undefined
  const ms = Date.parse(stoppedAt) - Date.parse(startedAt)
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined
}

/** The share of builds that ended well, and how long those that tell it took in the middle. */
export function toRates(builds: readonly Pick<Build, 'status' | 'startedAt' | 'stoppedAt'>[]): {
  readonly successRate?: number
  readonly medianMs?: number
} {
  const told = builds.filter(({ status }) => verdictOf(status) !== 'none')
  const durations = told.flatMap(build => durationOf(build) ?? []).toSorted((one, other) => one - other)
  const medianMs = durations[Math.floor(durations.length / 2)]
  return {
    ...(told.length > 0 && { successRate: told.filter(({ status }) => verdictOf(status) === 'good').length / told.length }),
    ...(medianMs !== undefined && { medianMs }),
  }
}

/** Ids go into paths of hosts: no slash, no segment that leads elsewhere. */
export function isBuildId(id: string): boolean {
  return /^[^/\\?#\u0000-\u001f\u007f]{1,300}$/.test(id) && id !== '.' && id !== '..'
}
