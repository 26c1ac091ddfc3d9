import type { ToolAnswer, ToolRequest } from '../tool.ts'
import type { BuildHistory, ExampleBuild, ExampleStep } from './history.ts'

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
const stateOf = (status: ExampleStep['status']) =>
  status === 'running' || status === 'queued'
    ? { status: status === 'running' ? 'in_progress' : 'queued', conclusion: null }
    : { status: 'completed', conclusion: status === 'failed' ? 'failure' : 'success' }

/** GitHub Actions, as far as the portal asks it. @param path below `/repos/larkpost/<project>/actions` */
export function answerActions(history: BuildHistory, { method, url }: ToolRequest, project: string, path: string): ToolAnswer | undefined {
  const { origin, searchParams: query } = url
  const builds = history.list(project)
  // A new repository has no runs yet.
  if (path === '/runs') {
    const size = Math.min(100, Number(query.get('per_page') ?? 30))
    const from = (Number(query.get('page') ?? 1) - 1) * size
    const listed = (builds ?? []).filter(each => [null, each.branch].includes(query.get('branch')))
    return {
      json: { total_count: listed.length, workflow_runs: listed.slice(from, from + size).map(each => toRun(origin, project, each)) },
    }
  }
  const [, id, rest] = /^\/(?:runs|jobs)\/(\d+)(\/\w+)?$/.exec(path) ?? []
  const build = builds?.find(each => each.number === Number(id))
  if (!build) return undefined
  const steps = history.stepsOf(project, build)
  if (rest === undefined) return { json: toRun(origin, project, build) }
  if (rest === '/jobs') return { json: { total_count: 1, jobs: [toJob(build, steps)] } }
  if (rest === '/logs') return build.stoppedAt === undefined ? undefined : { body: steps.map(({ output }) => output).join('') }
  if (rest !== '/rerun' || method !== 'POST') return undefined
  if (build.stoppedAt === undefined) return { status: 403, json: { message: 'This workflow is already running' } }
  history.restart(project, build.number)
  return { status: 201, json: {} }
}

function toRun(origin: string, project: string, build: ExampleBuild) {
  const { number, subject, branch, revision, person, status, queuedAt, startedAt, stoppedAt } = build
  const page = `${origin}/larkpost/${project}`
  return {
    id: number,
    name: 'CI',
    display_title: subject,
    run_number: number,
    run_attempt: 1,
    ...stateOf(status),
    head_branch: branch,
    head_sha: revision,
    html_url: page,
    workflow_id: 1,
    created_at: iso(queuedAt),
    run_started_at: iso(startedAt),
    updated_at: iso(stoppedAt ?? startedAt),
    actor: { login: person.login, type: 'User' },
    head_commit: { message: subject, author: { name: person.name } },
    repository: { html_url: page },
  }
}

function toJob(build: ExampleBuild, steps: readonly ExampleStep[]) {
  return {
    id: build.number,
    name: 'test',
    ...stateOf(build.status),
    started_at: iso(build.startedAt),
    completed_at: iso(build.stoppedAt),
    steps: steps.map(step => ({
      name: step.name,
      ...stateOf(step.status),
      started_at: iso(step.startedAt),
      completed_at: iso(step.endedAt),
    })),
  }
}
