import { buildAnnotations, parsePath, type Build, type BuildStep } from '@portico/builds/common'
import type { HostClient, Integrations } from '@portico/integrations/server'
import type { BuildProject, BuildSystem } from './build-system.ts'
import { instancesOf, type JenkinsSection } from '../config.ts'
import { buildNotFound, invalidProject, logNotFound } from '../errors.ts'
import { openLog } from './host-answers.ts'
import { decodeJobName, jenkinsResults } from './jenkins-results.ts'

interface JenkinsAction {
  readonly lastBuiltRevision?: { readonly SHA1?: string; readonly branch?: readonly { readonly name?: string }[] }
  readonly parameters?: readonly { readonly name: string; readonly value?: unknown }[]
  readonly causes?: readonly { readonly shortDescription?: string; readonly userName?: string }[]
}

interface JenkinsBuild {
  readonly number: number
  readonly url?: string
  readonly result?: string | null
  readonly building?: boolean
  readonly timestamp?: number
  readonly duration?: number
  readonly actions?: readonly (JenkinsAction | null)[]
  readonly changeSets?: readonly {
    readonly items?: readonly { readonly msg?: string; readonly author?: { readonly fullName?: string } }[]
  }[]
}

interface JenkinsJob {
  readonly name: string
  readonly builds?: readonly JenkinsBuild[]
}

interface Stage {
  readonly id: string
  readonly name: string
  readonly status?: string
  readonly startTimeMillis?: number
  readonly durationMillis?: number
}

const buildFields =
  'number,url,result,building,timestamp,duration,actions[lastBuiltRevision[SHA1,branch[name]],parameters[name,value],causes[shortDescription,userName]],changeSets[items[msg,author[fullName]]]'
const consoleLog = 'console'

/** Jenkins: a job, or a project of many branches whose jobs are taken together. The id of a build there has its branch before the number. */
export function createJenkinsSystem({
  integrations,
  section,
}: {
  readonly integrations: Pick<Integrations, 'apiFor'>
  readonly section: () => JenkinsSection
}): BuildSystem {
  function of({ value }: BuildProject): { readonly api: HostClient; readonly jobUrl: string } {
    const [, name = 'default', job = ''] = /^(?:([^:/]+):)?(.*)$/s.exec(value) ?? []
    const path = parsePath(job, 1, 20)
    const instance = instancesOf(section()).find(each => each.name === name)
    if (!path) throw invalidProject(buildAnnotations.jenkins, value, 'folder/job, or instance:folder/job')
    if (!instance) throw invalidProject(buildAnnotations.jenkins, value, `an instance of jenkins in the config: there is no '${name}'`)
    const { baseUrl, username, apiKey } = instance
    const authorization = apiKey === undefined ? undefined : `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`
    const jobUrl = `${baseUrl.replace(/\/+$/, '')}${path.map(segment => `/job/${encodeURIComponent(segment)}`).join('')}`
    return { api: integrations.apiFor(baseUrl, authorization), jobUrl }
  }

  /** The job of a build, which may be that of a branch, and its number. */
  function buildAt(project: BuildProject, id: string) {
    const { api, jobUrl } = of(project)
    const [, branch, number] = /^(?:(.+):)?(\d{1,10})$/s.exec(id) ?? []
    if (number === undefined || (branch !== undefined && !/^[\w.%~@+-]{1,200}$/.test(branch)) || branch === '.' || branch === '..')
      throw buildNotFound(id)
    const job = branch === undefined ? jobUrl : `${jobUrl}/job/${encodeURIComponent(branch)}`
    return { api, job, branch, url: `${job}/${number}` }
  }

  async function read(project: BuildProject, id: string, signal: AbortSignal) {
    const { api, url, branch } = buildAt(project, id)
    return toBuild(await api.json<JenkinsBuild>(`${url}/api/json`, { query: { tree: buildFields }, signal }), branch)
  }

  return {
    async listBuilds(project, { limit, offset, branch }, signal) {
      const { api, jobUrl } = of(project)
      const range = `{0,${offset + limit + 1}}`
      const tree = `builds[${buildFields}]${range},jobs[name,builds[${buildFields}]${range}]`
      const { builds = [], jobs = [] } = await api.json<Partial<JenkinsJob> & { jobs?: JenkinsJob[] }>(`${jobUrl}/api/json`, {
        query: { tree },
        signal,
      })
      const all = [
        ...builds.map(build => toBuild(build, undefined)),
        ...jobs.flatMap(job => (job.builds ?? []).map(build => toBuild(build, job.name))),
      ]
        .filter(build => branch === undefined || build.branch === branch)
        .toSorted((one, other) => Date.parse(other.startedAt ?? '') - Date.parse(one.startedAt ?? ''))
      return { items: all.slice(offset, offset + limit), total: all.length }
    },
    async getBuild(project, id, signal) {
      const { api, url } = buildAt(project, id)
      const [build, described] = await Promise.all([read(project, id, signal), api.call(`${url}/wfapi/describe`, { signal })])
      return { ...build, steps: [...toStages(described.status === 200 ? String(described.bytes) : '{}'), consoleOf(build)] }
    },
    async readLog(project, id, action, signal) {
      if (action !== consoleLog) throw logNotFound(action)
      const { api, url } = buildAt(project, id)
      return openLog(api, `${url}/consoleText`, { signal })
    },
    async restartBuild(project, id, signal) {
      const { api, job, url } = buildAt(project, id)
      const build = await api.json<JenkinsBuild>(`${url}/api/json`, { query: { tree: buildFields }, signal })
      const parameters = (build.actions ?? []).flatMap(action => action?.parameters ?? [])
      const query = Object.fromEntries(parameters.map(({ name, value }) => [name, String(value ?? '')]))
      const path = parameters.length > 0 ? 'buildWithParameters' : 'build'
      await api.get(`${job}/${path}`, { method: 'POST', query, signal })
    },
    async defaultBranch(project, signal) {
      const { api, jobUrl } = of(project)
      const { jobs = [] } = await api.json<{ jobs?: JenkinsJob[] }>(`${jobUrl}/api/json`, { query: { tree: 'jobs[name]' }, signal })
      return ['main', 'master', 'trunk'].find(name => jobs.some(job => job.name === name))
    },
  }
}

function toBuild(build: JenkinsBuild, job: string | undefined): Build {
  const actions = (build.actions ?? []).filter(action => action !== null)
  const revision = actions.find(action => action.lastBuiltRevision)?.lastBuiltRevision
  const cause = actions.flatMap(({ causes = [] }) => causes)[0]
  const change = build.changeSets?.flatMap(({ items = [] }) => items)[0]
  const branch =
    (job === undefined ? undefined : decodeJobName(job)) ?? revision?.branch?.[0]?.name?.replace(/^(refs\/remotes\/)?origin\//, '')
  const startedAt = build.timestamp === undefined ? undefined : new Date(build.timestamp).toISOString()
  const isDone = build.building !== true && typeof build.result === 'string'
  return {
    id: job === undefined ? String(build.number) : `${job}:${build.number}`,
    number: String(build.number),
    subject: change?.msg ?? cause?.shortDescription,
    status: build.building ? 'running' : (jenkinsResults[build.result ?? ''] ?? 'queued'),
    startedAt,
    stoppedAt: isDone && build.timestamp !== undefined ? new Date(build.timestamp + (build.duration ?? 0)).toISOString() : undefined,
    branch,
    revision: revision?.SHA1,
    committer: change?.author?.fullName,
    url: build.url,
    user: cause?.userName === undefined ? undefined : { name: cause.userName },
    isRestartable: isDone,
  }
}

/** The stages of a pipeline, where Jenkins tells them. Their output is part of the console. */
function toStages(text: string): BuildStep[] {
  let stages: readonly Stage[] = []
  try {
    stages = (JSON.parse(text) as { stages?: Stage[] }).stages ?? []
  } catch {
    // Without the plugin that tells stages there is a page here.
  }
  return stages.map(({ id, name, status, startTimeMillis, durationMillis }) => ({
    name,
    actions: [
      {
        id: `stage-${id}`,
        name,
        status: jenkinsResults[status ?? ''] ?? 'not_run',
        startedAt: startTimeMillis === undefined ? undefined : new Date(startTimeMillis).toISOString(),
        endedAt:
          startTimeMillis === undefined || durationMillis === undefined
            ? undefined
            : new Date(startTimeMillis + durationMillis).toISOString(),
        hasLog: false,
      },
    ],
  }))
}

function consoleOf({ status, startedAt, stoppedAt }: Build): BuildStep {
  return {
    name: 'Console output',
    actions: [{ id: consoleLog, name: 'Console output', status, startedAt, endedAt: stoppedAt, hasLog: true }],
  }
}
