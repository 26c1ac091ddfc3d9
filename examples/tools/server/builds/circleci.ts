import type { ToolAnswer, ToolRequest } from '../tool.ts'
import type { BuildHistory, ExampleBuild } from './history.ts'

const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** Version 1.1 of CircleCI's API, as far as the portal asks it. @param path below `/circleci` */
export function answerCircle(history: BuildHistory, { method, url }: ToolRequest, path: string): ToolAnswer | undefined {
  const { origin } = url
  const [, outputOf, outputNumber, step] = /^\/output\/([\w.-]+)\/(\d+)\/(\d+)$/.exec(path) ?? []
  if (outputOf !== undefined) {
    const build = history.find(outputOf, Number(outputNumber))
    const found = build && history.stepsOf(outputOf, build)[Number(step)]
    return found && { json: [{ type: 'out', time: iso(found.startedAt), message: found.output.replaceAll('\n', '\r\n') }] }
  }
  const api = path.replace(/^\/api\/v1\.1/, '')
  if (api === '/me') return { json: { login: 'guest', name: 'Guest', avatar_url: null } }
  const [, project = '', rest = ''] = /^\/project\/github\/larkpost\/([\w.-]+)(\/.*)?$/.exec(api) ?? []
  if (project === '') return undefined
  // A new repository has no builds yet.
  const builds = history.list(project) ?? []
  const [, retried] = /^\/(\d+)\/retry$/.exec(rest) ?? []
  if (method === 'POST') {
    const made = retried === undefined ? undefined : history.restart(project, Number(retried))
    return made && { json: { ...toBuild(origin, project, made), retry_of: Number(retried) } }
  }
  const [, branch] = /^\/tree\/([^/]+)$/.exec(rest) ?? []
  if (rest === '' || branch !== undefined) {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 30))
    const listed = branch === undefined ? builds : builds.filter(each => each.branch === decodeURIComponent(branch))
    return { json: listed.slice(offset, offset + limit).map(each => toBuild(origin, project, each)) }
  }
  const build = builds.find(each => each.number === Number(rest.slice(1)))
  return build && { json: { ...toBuild(origin, project, build), steps: toSteps(history, origin, project, build) } }
}

function toBuild(origin: string, project: string, build: ExampleBuild) {
  const { number, subject, branch, revision, person, status, queuedAt, startedAt, stoppedAt } = build
  const page = `${origin}/larkpost/${project}`
  return {
    build_num: number,
    subject,
    retry_of: null,
    queued_at: iso(queuedAt),
    start_time: iso(startedAt),
    stop_time: iso(stoppedAt),
    branch,
    vcs_revision: revision,
    committer_name: person.name,
    build_url: page,
    status,
    user: { is_user: true, ...person, avatar_url: null },
    workflows: { workflow_id: `${project}-${number}`, job_name: 'test', workflow_name: 'build-and-test' },
    all_commit_details: [{ commit_url: page }],
  }
}

function toSteps(history: BuildHistory, origin: string, project: string, build: ExampleBuild) {
  return history.stepsOf(project, build).map((step, at) => ({
    name: step.name,
    actions: [
      {
        name: step.name,
        status: step.status,
        failed: step.status === 'failed' ? true : null,
        start_time: iso(step.startedAt),
        end_time: iso(step.endedAt),
        output_url: step.status === 'queued' ? null : `${origin}/circleci/output/${project}/${build.number}/${at}`,
      },
    ],
  }))
}
