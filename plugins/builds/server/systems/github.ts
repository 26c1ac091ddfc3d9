import { buildAnnotations, parsePath, type Build, type BuildDetails, type BuildStatus } from '@portico/builds/common'
import type { Integrations } from '@portico/integrations/server'
import type { BuildProject, BuildSystem } from './build-system.ts'
import { buildNotFound, invalidProject, logNotFound } from '../errors.ts'
import { hostOf } from './hosted-project.ts'
import { listOf, openLog } from './host-answers.ts'

interface Run {
  readonly id: number
  readonly name?: string
  readonly display_title?: string
  readonly run_number: number
  readonly run_attempt?: number
  readonly status?: string | null
  readonly conclusion?: string | null
  readonly head_branch?: string | null
  readonly head_sha?: string
  readonly html_url?: string
  readonly workflow_id?: number
  readonly created_at?: string
  readonly run_started_at?: string
  readonly updated_at?: string
  readonly actor?: { readonly login?: string; readonly avatar_url?: string; readonly type?: string } | null
  readonly head_commit?: { readonly message?: string; readonly author?: { readonly name?: string } } | null
  readonly repository?: { readonly html_url?: string }
}

interface Job {
  readonly id: number
  readonly name: string
  readonly status?: string
  readonly conclusion?: string | null
  readonly started_at?: string
  readonly completed_at?: string | null
  readonly steps?: readonly Omit<Job, 'id' | 'steps'>[]
}

const conclusions: Readonly<Record<string, BuildStatus>> = {
  success: 'success',
  failure: 'failed',
  startup_failure: 'infrastructure_fail',
  timed_out: 'timedout',
  cancelled: 'canceled',
  stale: 'canceled',
  skipped: 'not_run',
  neutral: 'no_tests',
  action_required: 'not_running',
}

/** GitHub Actions: a build is a run of a workflow, its steps are the jobs. */
export function createGithubSystem({ integrations }: { readonly integrations: Integrations }): BuildSystem {
  function of({ value, entity }: BuildProject) {
    const path = parsePath(value)
    if (!path) throw invalidProject(buildAnnotations.github, value, 'owner/repository')
    const { apiBaseUrl } = hostOf(integrations, 'github', 'GitHub', entity)
    return `${apiBaseUrl}/repos/${path.map(encodeURIComponent).join('/')}`
  }

  const api = () => integrations.api()

  return {
    async listBuilds(project, { limit, offset, branch }, signal) {
      const query = { per_page: limit, page: Math.floor(offset / limit) + 1, branch }
      const found = await api().json<{ total_count: number; workflow_runs: Run[] }>(`${of(project)}/actions/runs`, {
        query,
        signal,
        isCached: true,
      })
      return { items: listOf<Run>(found.workflow_runs, 'GitHub').map(toBuild), total: found.total_count ?? 0 }
    },
    async getBuild(project, id, signal) {
      const at = `${of(project)}/actions/runs/${numberOf(id)}`
      const [run, { jobs }] = await Promise.all([
        api().json<Run>(at, { signal, isCached: true }),
        api().json<{ jobs: Job[] }>(`${at}/jobs`, { query: { per_page: 100, filter: 'latest' }, signal, isCached: true }),
      ])
      return { ...toBuild(run), steps: listOf<Job>(jobs, 'GitHub').map(toStep) }
    },
    async readLog(project, _id, action, signal) {
      if (!/^\d{1,20}$/.test(action)) throw logNotFound(action)
      return openLog(api(), `${of(project)}/actions/jobs/${action}/logs`, { signal })
    },
    async restartBuild(project, id, signal) {
      await api().get(`${of(project)}/actions/runs/${numberOf(id)}/rerun`, { method: 'POST', json: {}, signal })
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

function toStatus({ status, conclusion }: { readonly status?: string | null; readonly conclusion?: string | null }): BuildStatus {
  if (status === 'completed') return conclusions[conclusion ?? ''] ?? 'not_run'
  return status === 'in_progress' ? 'running' : 'queued'
}

function toBuild(run: Run): Build {
  const { actor, repository, head_sha: revision } = run
  const isDone = run.status === 'completed'
  const attempt = run.run_attempt ?? 1
  return {
    id: String(run.id),
    number: String(run.run_number),
    subject: run.display_title ?? run.head_commit?.message?.split('\n', 1)[0],
    retryOf: attempt > 1 ? String(run.run_number) : undefined,
    status: toStatus(run),
    queuedAt: run.created_at,
    startedAt: run.run_started_at,
    stoppedAt: isDone ? run.updated_at : undefined,
    branch: run.head_branch ?? undefined,
    revision,
    commitUrl: repository?.html_url !== undefined && revision !== undefined ? `${repository.html_url}/commit/${revision}` : undefined,
    committer: run.head_commit?.author?.name,
    url: run.html_url,
    user: actor ? { login: actor.login, avatarUrl: actor.avatar_url, isUser: actor.type !== 'Bot' } : undefined,
    workflow: {
      id: run.workflow_id === undefined ? undefined : String(run.workflow_id),
      name: run.name,
      url: run.html_url,
    },
    isRestartable: isDone,
  }
}

/** The log is that of the whole job; what ran in it is listed without. */
function toStep(job: Job): BuildDetails['steps'][number] {
  const times = ({ started_at: startedAt, completed_at: endedAt }: Pick<Job, 'started_at' | 'completed_at'>) => ({
    startedAt,
    endedAt: endedAt ?? undefined,
  })
  const inner = (job.steps ?? []).map((step, at) => ({
    id: `${job.id}.${at}`,
    name: step.name,
    status: toStatus(step),
    ...times(step),
    hasLog: false,
  }))
  // GitHub has the log of a job once the job is done.
  const whole = { id: String(job.id), name: job.name, status: toStatus(job), ...times(job), hasLog: job.status === 'completed' }
  return { name: job.name, actions: [...inner, whole] }
}
