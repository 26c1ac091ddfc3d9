import type { CircleBuild } from '@portico/builds/common'

/** Builds of one project, as version 1.1 of CircleCI's API tells them. */
export interface CircleModel {
  /** `github/acme/web`. */
  readonly project: string
  /** The newest first. */
  builds: CircleBuild[]
  retried: string[]
  /** What was asked that the API does not have. */
  readonly refused: string[]
}

export interface CircleRequest {
  readonly method: string
  /** Below the base, still encoded. */
  readonly path: string
  readonly query: URLSearchParams
}

export function createCircleModel(project: string, builds: readonly CircleBuild[]): CircleModel {
  return { project, builds: [...builds], retried: [], refused: [] }
}

/** Answers as the API does, and checks every request: the empty `circle-token`, the parameters, and that retries are sent as GitHub's. */
export function answerCircle(
  model: CircleModel,
  { method, path, query }: CircleRequest,
): { readonly status: number; readonly json: unknown } {
  const refuse = (why: string) => {
    model.refused.push(`${method} ${path}?${query.toString()}: ${why}`)
    return { status: 400, json: { message: why } }
  }
  const names = [...query.keys()]
  if (query.get('circle-token') !== '') return refuse('circle-token is not empty')
  const unknown = names.filter(name => !['circle-token', 'limit', 'offset'].includes(name))
  if (unknown.length > 0) return refuse(`unknown parameters ${unknown.join(', ')}`)
  if (path === '/me') return { status: 200, json: { login: 'jane', name: 'Jane Doe', avatar_url: 'data:,' } }
  const [, project, rest] = /^\/project\/([^/]+\/[^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
  const retry = /^\/(\d+)\/retry$/.exec(rest ?? '')?.[1]
  if (method === 'POST')
    return retry !== undefined && project?.startsWith('github/') ? restart(model, retry) : refuse('there is no such call')
  if (project !== model.project) return { status: 404, json: { message: 'Project not found' } }
  const branch = /^\/tree\/([^/]+)$/.exec(rest ?? '')?.[1]
  if (rest === undefined || branch !== undefined) {
    const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('offset') ?? 0)]
    if (limit > 100) return refuse('the limit is 100')
    const listed = branch === undefined ? model.builds : model.builds.filter(build => build.branch === decodeURIComponent(branch))
    return { status: 200, json: listed.slice(offset, offset + limit).map(({ steps: _steps, ...build }) => build) }
  }
  const number = /^\/(\d+)$/.exec(rest)?.[1]
  if (number === undefined) return refuse('there is no such call')
  const found = model.builds.find(({ build_num: each }) => String(each) === number)
  return found ? { status: 200, json: found } : { status: 404, json: { message: 'Build not found' } }
}

function restart(model: CircleModel, number: string) {
  const found = model.builds.find(({ build_num: each }) => String(each) === number)
  if (!found) return { status: 404, json: { message: 'Build not found' } }
  model.retried.push(number)
  const next: CircleBuild = {
    ...found,
    build_num: (model.builds[0]?.build_num ?? 0) + 1,
    retry_of: Number(number),
    status: 'queued',
    start_time: null,
    stop_time: null,
  }
  model.builds = [next, ...model.builds]
  return { status: 200, json: next }
}

/** A build with every field that the portal reads. */
export function circleBuild(number: number, more: Partial<CircleBuild> = {}): CircleBuild {
  return {
    build_num: number,
    subject: `Change ${number}`,
    retry_of: null,
    queued_at: '2026-11-16T05:00:00.000Z',
    start_time: '2026-11-16T05:00:10.000Z',
    stop_time: '2026-11-16T05:03:22.000Z',
    branch: 'main',
    vcs_revision: '0123456789abcdef0123456789abcdef01234567',
    committer_name: 'Jane Doe',
    build_url: `https://circleci.com/gh/acme/web/${number}`,
    status: 'success',
    user: { is_user: true, login: 'jane', name: 'Jane Doe', avatar_url: 'data:,' },
    workflows: { workflow_id: `w-${number}`, job_name: 'test', workflow_name: 'build-and-test' },
    all_commit_details: [{ commit_url: `https://github.com/acme/web/commit/${number}` }],
    ...more,
  }
}
