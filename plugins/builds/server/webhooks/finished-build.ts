import { BuildStatus } from '@portico/builds/common'
import { webhookEvent } from '@portico/events/common'
import { z } from 'zod'
import { decodeJobName, jenkinsResults } from '../systems/jenkins-results.ts'

/** What hosts tell of builds. */
export const webhookEvents = ['circleci', 'github', 'gitlab', 'jenkins', 'azureDevOps'].map(webhookEvent)

/** A build that is done, as a webhook tells it. */
export const FinishedBuild = z.object({
  system: z.enum(['circleci', 'github', 'gitlab', 'jenkins', 'azure']),
  /** As the annotation of the system names it. */
  project: z.string(),
  id: z.string(),
  number: z.string(),
  branch: z.string().optional(),
  /** What ran: the id of the workflow or pipeline, the name of the job. Only builds of the same line say whether something broke. */
  line: z.string().optional(),
  status: BuildStatus,
  url: z.string().optional(),
  /** The account of who started it. */
  login: z.string().optional(),
  /** The address of who wrote the commit. */
  email: z.string().optional(),
  /** The full name of who wrote the commit. */
  person: z.string().optional(),
})
export type FinishedBuild = z.output<typeof FinishedBuild>

type Json = Readonly<Record<string, unknown>>
const conclusions: Readonly<Record<string, BuildStatus>> = {
  success: 'success',
  succeeded: 'success',
  failure: 'failed',
  failed: 'failed',
  partiallySucceeded: 'failed',
  timed_out: 'timedout',
  startup_failure: 'infrastructure_fail',
  cancelled: 'canceled',
  canceled: 'canceled',
  ...jenkinsResults,
}

type Reading = FinishedBuild | readonly FinishedBuild[] | undefined
const readers: Readonly<Record<string, (body: Json, metadata: Readonly<Record<string, string>>) => Reading>> = {
  circleci: body => (body['type'] === 'job-completed' ? fromCircleCi(body) : undefined),
  github: (body, metadata) => (metadata['x-github-event'] === 'workflow_run' ? fromGithub(body) : undefined),
  gitlab: body => (body['object_kind'] === 'pipeline' ? fromGitlab(body) : undefined),
  jenkins: fromJenkins,
  azureDevOps: body => (body['eventType'] === 'build.complete' ? fromAzure(body) : undefined),
}

/** What a delivery says about a build that is done: nothing, one build, or one build by two names. */
export function toFinishedBuilds(topic: string, payload: unknown, metadata: Readonly<Record<string, string>>): readonly FinishedBuild[] {
  const found = readers[topic]?.(record(payload), metadata)
  return found === undefined ? [] : [found].flat()
}

/** A job of CircleCI is what its list calls a build. */
function fromCircleCi(body: Json): FinishedBuild | undefined {
  const job = record(body['job'])
  const vcs = record(record(body['pipeline'])['vcs'])
  const project = text(record(body['project'])['slug'])
  const status = conclusions[text(job['status']) ?? '']
  if (project === undefined || status === undefined || typeof job['number'] !== 'number') return undefined
  const id = String(job['number'])
  return {
    system: 'circleci',
    project,
    id,
    number: id,
    branch: text(vcs['branch']),
    line: text(job['name']),
    status,
    url: text(record(body['workflow'])['url']),
    email: text(record(record(vcs['commit'])['author'])['email']),
  }
}

function fromGithub(body: Json): FinishedBuild | undefined {
  const run = record(body['workflow_run'])
  const project = text(record(body['repository'])['full_name'])
  const status = conclusions[text(run['conclusion']) ?? '']
  if (body['action'] !== 'completed' || project === undefined || status === undefined || typeof run['id'] !== 'number') return undefined
  return {
    system: 'github',
    project,
    id: String(run['id']),
    number: String(run['run_number'] as number),
    branch: text(run['head_branch']),
    line: numberText(run['workflow_id']),
    status,
    url: text(run['html_url']),
    login: text(record(run['actor'])['login']),
    email: text(record(record(run['head_commit'])['author'])['email']),
  }
}

function fromGitlab(body: Json): FinishedBuild | undefined {
  const pipeline = record(body['object_attributes'])
  const project = text(record(body['project'])['path_with_namespace'])
  const status = conclusions[text(pipeline['status']) ?? '']
  if (project === undefined || status === undefined || typeof pipeline['id'] !== 'number') return undefined
  const id = String(pipeline['id'])
  return {
    system: 'gitlab',
    project,
    id,
    number: id,
    branch: text(pipeline['ref']),
    status,
    url: text(pipeline['url']),
    login: text(record(body['user'])['username']),
    email: text(record(record(body['commit'])['author'])['email']),
  }
}

/**
 * What Jenkins' plugin 'Notification' sends. The job may be one of many branches: entities name either that job or the project above it, where
 * the id of the build begins with the branch.
 */
function fromJenkins(body: Json): FinishedBuild[] {
  const build = record(body['build'])
  const scm = record(build['scm'])
  const { number } = build
  const status = conclusions[text(build['status']) ?? '']
  const path = jobPath(text(body['url']) ?? '')
  const isDone = build['phase'] === 'COMPLETED' || build['phase'] === 'FINALIZED'
  if (!isDone || status === undefined || path.length === 0 || typeof number !== 'number') return []
  const url = text(build['full_url'])
  const culprits = scm['culprits']
  const common = {
    system: 'jenkins' as const,
    number: String(number),
    status,
    url: url !== undefined && /^https?:/.test(url) ? url : undefined,
    person: Array.isArray(culprits) ? text(culprits[0]) : undefined,
  }
  const branch = text(scm['branch'])?.replace(/^(refs\/remotes\/)?origin\//, '')
  const [job = '', ...above] = path.toReversed()
  const own = { ...common, project: path.join('/'), id: String(number), branch }
  const ofProject = { ...common, project: above.toReversed().join('/'), id: `${job}:${number}`, branch: decodeJobName(job) }
  return above.length === 0 ? [own] : [own, ofProject]
}

/** `job/team/job/web/` as `team`, `web`. Anything else is no path of a job. */
function jobPath(url: string): string[] {
  const parts = url.split('/').filter(Boolean)
  const names = parts.filter((_, at) => at % 2 === 1)
  const isPath = parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 1 || part === 'job')
  return isPath ? names.map(decodeJobName) : []
}

function fromAzure(body: Json): FinishedBuild | undefined {
  const build = record(body['resource'])
  const project = text(record(build['project'])['name'])
  const repository = text(record(build['repository'])['name'])
  const status = conclusions[text(build['result']) ?? '']
  if (project === undefined || repository === undefined || status === undefined || typeof build['id'] !== 'number') return undefined
  const login = text(record(build['requestedFor'])['uniqueName'])
  return {
    system: 'azure',
    project: `${project}/${repository}`,
    id: String(build['id']),
    number: text(build['buildNumber']) ?? String(build['id']),
    branch: text(build['sourceBranch'])?.replace(/^refs\/heads\//, ''),
    line: numberText(record(build['definition'])['id']),
    status,
    url: text(record(record(build['_links'])['web'])['href']),
    login,
    email: login?.includes('@') ? login : undefined,
  }
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : undefined
}
