import { isRecord, unavailableError } from '@portico/core/common'
import { isOpen, toBuildStatus, type Build, type BuildDetails, type BuildUser } from './build.ts'
import type { ProjectSlug } from './project-slug.ts'

/** Where CircleCI is, below the base of the proxy. */
export const circleCiPath = '/circleci/api'

/** A build as version 1.1 of CircleCI's API has it, as far as the portal reads it. */
export interface CircleBuild {
  readonly id?: string | number | null
  readonly build_num?: number | null
  readonly subject?: string | null
  readonly retry_of?: number | null
  readonly queued_at?: string | null
  readonly start_time?: string | null
  readonly stop_time?: string | null
  readonly branch?: string | null
  readonly vcs_revision?: string | null
  readonly committer_name?: string | null
  readonly build_url?: string | null
  readonly status?: string | null
  readonly user?: CircleUser | null
  readonly workflows?: {
    readonly workflow_id?: string | null
    readonly job_name?: string | null
    readonly workflow_name?: string | null
  } | null
  readonly all_commit_details?: readonly { readonly commit_url?: string | null }[] | null
  readonly steps?: readonly { readonly name?: string; readonly actions?: readonly CircleAction[] }[] | null
}

/** A user of CircleCI: who started a build, or whose token the proxy has. */
export interface CircleUser {
  readonly is_user?: boolean | null
  readonly login?: string | null
  readonly name?: string | null
  readonly avatar_url?: string | null
}

export interface CircleAction {
  readonly name?: string
  readonly status?: string | null
  readonly failed?: boolean | null
  readonly output_url?: string | null
  readonly start_time?: string | null
  readonly end_time?: string | null
}

/** The path of a project below the base, encoded. */
export function projectPath({ vcs, owner, repo }: ProjectSlug): string {
  return `/project/${vcs}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`
}

/** What CircleCI sent, as builds; anything else is an error. */
export function toCircleBuilds(answer: unknown): CircleBuild[] {
  if (!Array.isArray(answer)) throw notCircle('a list of builds')
  return answer.map(toCircleBuild)
}

/** What CircleCI sent, as a build; anything else is an error. */
export function toCircleBuild(answer: unknown): CircleBuild {
  if (!isRecord(answer)) throw notCircle('a build')
  const { build_num: number, id } = answer
  if (typeof number !== 'number' && typeof id !== 'number' && typeof id !== 'string') throw notCircle('a build')
  return answer as CircleBuild
}

/** What a step wrote: a list of objects with a message each. */
export function toCircleOutput(answer: unknown): string {
  if (!Array.isArray(answer)) throw notCircle('the output of a step')
  return answer.map(entry => (isRecord(entry) ? (text(entry['message']) ?? '') : '')).join('')
}

/** A build of CircleCI in the words that all systems share. */
export function fromCircleBuild(build: CircleBuild): Build {
  const number = String(build.build_num ?? build.id)
  const url = text(build.build_url)
  const workflow = isRecord(build.workflows) ? build.workflows : undefined
  const workflowId = text(workflow?.workflow_id)
  return {
    id: number,
    number,
    subject: text(build.subject),
    retryOf: typeof build.retry_of === 'number' ? String(build.retry_of) : undefined,
    status: toBuildStatus(build.status),
    queuedAt: text(build.queued_at),
    startedAt: text(build.start_time),
    stoppedAt: text(build.stop_time),
    branch: text(build.branch),
    revision: text(build.vcs_revision),
    commitUrl: Array.isArray(build.all_commit_details) ? text(build.all_commit_details[0]?.commit_url) : undefined,
    committer: text(build.committer_name),
    url,
    user: isRecord(build.user) ? fromCircleUser(build.user) : undefined,
    workflow: workflow && {
      id: workflowId,
      name: text(workflow.workflow_name),
      job: text(workflow.job_name),
      url: url !== undefined && workflowId !== undefined ? `${url}/workflows/${workflowId}` : undefined,
    },
    isRestartable: !isOpen(toBuildStatus(build.status)),
  }
}

/** The same with its steps. The id of an action is where it is: `2.0` for the first of the third step. */
export function fromCircleDetails(build: CircleBuild): BuildDetails {
  const steps = Array.isArray(build.steps) ? (build.steps as NonNullable<CircleBuild['steps']>) : []
  return {
    ...fromCircleBuild(build),
    steps: steps.map(({ name, actions }, step) => ({
      name: text(name) ?? '',
      actions: (Array.isArray(actions) ? (actions as readonly CircleAction[]) : []).map((action, at) => ({
        id: `${step}.${at}`,
        name: text(action.name) ?? '',
        status: action.failed === true ? 'failed' : toBuildStatus(action.status),
        startedAt: text(action.start_time),
        endedAt: text(action.end_time),
        hasLog: typeof action.output_url === 'string',
      })),
    })),
  }
}

export function fromCircleUser({ is_user: isUser, login, name, avatar_url: avatarUrl }: CircleUser): BuildUser {
  return { isUser: isUser ?? undefined, login: text(login), name: text(name), avatarUrl: text(avatarUrl) }
}

function notCircle(what: string) {
  return unavailableError(`CircleCI answered with something that is not ${what}. Is the target of the proxy its API?`, {
    code: 'builds.not-circleci',
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
