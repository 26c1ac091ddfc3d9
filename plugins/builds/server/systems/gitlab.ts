import { buildAnnotations, parsePath, type Build, type BuildStatus, type BuildStep } from '@portico/builds/common'
import type { Integrations } from '@portico/integrations/server'
import type { BuildProject, BuildSystem } from './build-system.ts'
import { buildNotFound, invalidProject, logNotFound } from '../errors.ts'
import { hostOf } from './hosted-project.ts'
import { listOf, openLog, parseAnswer } from './host-answers.ts'

interface User {
  readonly username?: string
  readonly name?: string
  readonly avatar_url?: string | null
}

interface Pipeline {
  readonly id: number
  readonly iid?: number
  readonly name?: string | null
  readonly status: string
  readonly source?: string
  readonly ref?: string
  readonly sha?: string
  readonly web_url?: string
  readonly created_at?: string
  readonly started_at?: string | null
  readonly finished_at?: string | null
  readonly updated_at?: string
  readonly user?: User | null
}

interface Job {
  readonly id: number
  readonly name: string
  readonly stage: string
  readonly status: string
  readonly started_at?: string | null
  readonly finished_at?: string | null
  readonly commit?: { readonly title?: string; readonly author_name?: string } | null
}

const statuses: Readonly<Record<string, BuildStatus>> = {
  created: 'queued',
  waiting_for_resource: 'queued',
  preparing: 'queued',
  pending: 'queued',
  running: 'running',
  canceling: 'running',
  success: 'success',
  failed: 'failed',
  canceled: 'canceled',
  skipped: 'not_run',
  manual: 'not_running',
  scheduled: 'scheduled',
}

/** GitLab CI: a build is a pipeline, its steps are the stages, and what runs in them are jobs. */
export function createGitlabSystem({ integrations }: { readonly integrations: Integrations }): BuildSystem {
  function of({ value, entity }: BuildProject) {
    const path = parsePath(value, 2, 20)
    if (!path) throw invalidProject(buildAnnotations.gitlab, value, 'group/project')
    const { apiBaseUrl } = hostOf(integrations, 'gitlab', 'GitLab', entity)
    return `${apiBaseUrl}/projects/${encodeURIComponent(path.join('/'))}`
  }

  const api = () => integrations.api()
  const pipelineAt = (project: BuildProject, id: string) => `${of(project)}/pipelines/${numberOf(id)}`

  return {
    async listBuilds(project, { limit, offset, branch }, signal) {
      const target = `${of(project)}/pipelines`
      const query = { per_page: limit, page: Math.floor(offset / limit) + 1, ref: branch }
      const answer = await api().get(target, { query, signal, isCached: true })
      const pipelines = listOf<Pipeline>(parseAnswer(answer.bytes, 'GitLab'), 'GitLab')
      const total = Number(answer.headers['x-total'])
      // Large projects are not counted: there is at least one more while pages are full.
      const atLeast = offset + pipelines.length + (answer.headers['x-next-page'] ? 1 : 0)
      return { items: pipelines.map(toBuild), total: Number.isInteger(total) && answer.headers['x-total'] ? total : atLeast }
    },
    async getBuild(project, id, signal) {
      const at = pipelineAt(project, id)
      const [pipeline, found] = await Promise.all([
        api().json<Pipeline>(at, { signal, isCached: true }),
        api().json(`${at}/jobs`, { query: { per_page: 100 }, signal, isCached: true }),
      ])
      const jobs = listOf<Job>(found, 'GitLab')
      const { title, author_name: committer } = jobs[0]?.commit ?? {}
      return { ...toBuild(pipeline), ...(title !== undefined && { subject: title }), committer, steps: toSteps(jobs) }
    },
    async readLog(project, _id, action, signal) {
      if (!/^\d{1,20}$/.test(action)) throw logNotFound(action)
      return openLog(api(), `${of(project)}/jobs/${action}/trace`, { signal })
    },
    async restartBuild(project, id, signal) {
      const { status, ref } = await api().json<Pipeline>(pipelineAt(project, id), { signal })
      // Only what failed is run again by a retry; a good pipeline is run anew.
      if (status === 'success') await api().get(`${of(project)}/pipeline`, { method: 'POST', query: { ref }, json: {}, signal })
      else await api().get(`${pipelineAt(project, id)}/retry`, { method: 'POST', json: {}, signal })
    },
    async defaultBranch(project, signal) {
      return (await api().json<{ default_branch?: string }>(of(project), { signal, isCached: true })).default_branch
    },
  }
}

function numberOf(id: string): string {
  if (!/^\d{1,20}$/.test(id)) throw buildNotFound(id)
  return id
}

function toBuild(pipeline: Pipeline): Build {
  const { user, web_url: url, sha } = pipeline
  const status = statuses[pipeline.status] ?? 'not_running'
  const isDone = !['running', 'queued', 'scheduled'].includes(status)
  return {
    id: String(pipeline.id),
    number: String(pipeline.id),
    subject: pipeline.name ?? pipeline.source,
    status,
    queuedAt: pipeline.created_at,
    startedAt: pipeline.started_at ?? pipeline.created_at,
    stoppedAt: isDone ? (pipeline.finished_at ?? pipeline.updated_at) : undefined,
    branch: pipeline.ref,
    revision: sha,
    commitUrl: url !== undefined && sha !== undefined ? url.replace(/\/-\/pipelines\/.*$/, `/-/commit/${sha}`) : undefined,
    url,
    user: user ? { login: user.username, name: user.name, avatarUrl: user.avatar_url ?? undefined } : undefined,
    workflow: { name: pipeline.source, url },
    isRestartable: isDone,
  }
}

/** GitLab lists the newest job first; stages stand in the order in which they ran. */
function toSteps(jobs: readonly Job[]): BuildStep[] {
  const stages = new Map<string, BuildStep>()
  for (const job of jobs.toSorted((one, other) => one.id - other.id)) {
    const step = stages.get(job.stage) ?? { name: job.stage, actions: [] }
    stages.set(job.stage, step)
    step.actions.push({
      id: String(job.id),
      name: job.name,
      status: statuses[job.status] ?? 'not_running',
      startedAt: job.started_at ?? undefined,
      endedAt: job.finished_at ?? undefined,
      hasLog: typeof job.started_at === 'string',
    })
  }
  return [...stages.values()]
}
