import { buildAnnotations, parsePath, type Build, type BuildStatus, type BuildStep } from '@portico/builds/common'
import type { Integrations } from '@portico/integrations/server'
import type { BuildProject, BuildSystem } from './build-system.ts'
import { buildNotFound, invalidProject, logNotFound } from '../errors.ts'
import { hostOf, sourceUrlOf } from './hosted-project.ts'
import { listOf, openLog } from './host-answers.ts'

interface AzureBuild {
  readonly id: number
  readonly buildNumber?: string
  readonly status?: string
  readonly result?: string
  readonly queueTime?: string
  readonly startTime?: string
  readonly finishTime?: string
  readonly sourceBranch?: string
  readonly sourceVersion?: string
  readonly reason?: string
  readonly requestedFor?: { readonly displayName?: string; readonly uniqueName?: string }
  readonly definition?: { readonly id?: number; readonly name?: string }
  readonly triggerInfo?: Readonly<Record<string, string>>
  readonly _links?: { readonly web?: { readonly href?: string } }
}

interface TimelineRecord {
  readonly id: string
  readonly parentId?: string | null
  readonly type?: string
  readonly name?: string
  readonly state?: string
  readonly result?: string | null
  readonly order?: number | null
  readonly startTime?: string | null
  readonly finishTime?: string | null
  readonly log?: { readonly id?: number } | null
}

const hostOrganisation = 'dev.azure.com/host-org'
const version = '7.1'
const results: Readonly<Record<string, BuildStatus>> = {
  succeeded: 'success',
  succeededWithIssues: 'success',
  partiallySucceeded: 'failed',
  failed: 'failed',
  canceled: 'canceled',
  abandoned: 'timedout',
  skipped: 'not_run',
}

/** Azure Pipelines: a build's steps are its jobs, and what runs in them are tasks. */
export function createAzureSystem({ integrations }: { readonly integrations: Integrations }): BuildSystem {
  function of({ value, entity }: BuildProject) {
    const path = parsePath(value)
    if (!path) throw invalidProject(buildAnnotations.azure, value, 'project/repository')
    const [project = '', repository = ''] = path
    const { apiBaseUrl } = hostOf(integrations, 'azure', 'Azure DevOps', entity)
    // `host/organisation`, else the first segment of where the source is.
    const named = entity.metadata.annotations?.[hostOrganisation]?.split('/')[1]
    const source = sourceUrlOf(entity)
    const organisation = named ?? (source === undefined ? undefined : new URL(source).pathname.split('/')[1])
    if (organisation === undefined || !parsePath(organisation, 1, 1))
      throw invalidProject(hostOrganisation, named ?? '', 'host/organisation, such as dev.azure.com/my-org')
    return { base: `${apiBaseUrl}/${encodeURIComponent(organisation)}/${encodeURIComponent(project)}`, repository }
  }

  const api = () => integrations.api()
  const repositoryOf = (project: BuildProject, signal: AbortSignal) => {
    const { base, repository } = of(project)
    return api().json<{ id: string; defaultBranch?: string }>(`${base}/_apis/git/repositories/${encodeURIComponent(repository)}`, {
      query: { 'api-version': version },
      signal,
      isCached: true,
    })
  }
  const buildAt = (project: BuildProject, id: string) => {
    if (!/^\d{1,15}$/.test(id)) throw buildNotFound(id)
    return `${of(project).base}/_apis/build/builds/${id}`
  }

  return {
    async listBuilds(project, { limit, offset, branch }, signal) {
      const { id } = await repositoryOf(project, signal)
      // There are no offsets: all up to the page are asked for, and one more to see whether there are others.
      const $top = offset + limit + 1
      const query = { 'api-version': version, repositoryId: id, repositoryType: 'TfsGit', $top, queryOrder: 'queueTimeDescending' }
      const branchName = branch === undefined ? undefined : `refs/heads/${branch}`
      const found = await api().json<{ value?: unknown }>(`${of(project).base}/_apis/build/builds`, {
        query: { ...query, branchName },
        signal,
      })
      const value = listOf<AzureBuild>(found.value, 'Azure DevOps')
      return { items: value.slice(offset, offset + limit).map(toBuild), total: value.length }
    },
    async getBuild(project, id, signal) {
      const at = buildAt(project, id)
      const query = { 'api-version': version }
      const [build, timeline] = await Promise.all([
        api().json<AzureBuild>(at, { query, signal }),
        // A build that waits has none yet.
        api().json<{ records?: TimelineRecord[] } | null>(`${at}/timeline`, { query, signal }),
      ])
      return { ...toBuild(build), steps: toSteps(timeline?.records ?? []) }
    },
    async readLog(project, id, action, signal) {
      if (!/^\d{1,15}$/.test(action)) throw logNotFound(action)
      return openLog(api(), `${buildAt(project, id)}/logs/${action}`, { query: { 'api-version': version }, signal })
    },
    async restartBuild(project, id, signal) {
      const query = { 'api-version': version }
      const { definition, sourceBranch, sourceVersion } = await api().json<AzureBuild>(buildAt(project, id), { query, signal })
      const json = { definition: { id: definition?.id }, sourceBranch, sourceVersion }
      await api().get(`${of(project).base}/_apis/build/builds`, { method: 'POST', query, json, signal })
    },
    defaultBranch: async (project, signal) => (await repositoryOf(project, signal)).defaultBranch?.replace(/^refs\/heads\//, ''),
  }
}

function toStatus(state: string | undefined, result: string | null | undefined): BuildStatus {
  if (state === 'completed') return results[result ?? ''] ?? 'not_run'
  if (state === 'inProgress' || state === 'cancelling') return 'running'
  return state === 'postponed' ? 'scheduled' : 'queued'
}

function toBuild(build: AzureBuild): Build {
  const { requestedFor: who } = build
  return {
    id: String(build.id),
    number: build.buildNumber ?? String(build.id),
    subject: build.triggerInfo?.['ci.message'] ?? build.reason,
    status: toStatus(build.status, build.result),
    queuedAt: build.queueTime,
    startedAt: build.startTime,
    stoppedAt: build.finishTime,
    branch: build.sourceBranch?.replace(/^refs\/heads\//, ''),
    revision: build.sourceVersion,
    url: build._links?.web?.href,
    user: who && { name: who.displayName, login: who.uniqueName },
    workflow: {
      id: build.definition?.id === undefined ? undefined : String(build.definition.id),
      name: build.definition?.name,
      url: build._links?.web?.href,
    },
    isRestartable: build.status === 'completed',
  }
}

/** Jobs in their order, with the tasks below each. */
function toSteps(records: readonly TimelineRecord[]): BuildStep[] {
  const inOrder = records.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  const jobs = inOrder.filter(({ type }) => type === 'Job')
  return jobs.map(job => ({
    name: job.name ?? '',
    actions: inOrder
      .filter(({ type, parentId }) => type === 'Task' && parentId === job.id)
      .map(task => ({
        id: String(task.log?.id ?? task.id),
        name: task.name ?? '',
        status: toStatus(task.state, task.result),
        startedAt: task.startTime ?? undefined,
        endedAt: task.finishTime ?? undefined,
        hasLog: typeof task.log?.id === 'number',
      })),
  }))
}
