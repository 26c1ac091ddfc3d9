import { z } from 'zod'
import type { PublishDependencies } from '../../publishing/publishing.ts'
import type { Action } from '../action.ts'
import { createHostCallAction } from './host-call-actions.ts'

const host = 'bitbucket.org'
const part = encodeURIComponent

/** The small actions of Bitbucket Cloud. */
export function createBitbucketActions(dependencies: PublishDependencies): Action[] {
  const pipelines = createHostCallAction(
    dependencies,
    {
      id: 'bitbucket:pipelines:run',
      description: 'Starts a pipeline on Bitbucket Cloud',
      example:
        '      workspace: acme\n      repo_slug: app\n      body: { target: { ref_type: branch, type: pipeline_ref_target, ref_name: main } }\n',
      input: z.object({
        repoUrl: z.string().optional(),
        workspace: z.string().min(1),
        repo_slug: z.string().min(1),
        body: z.record(z.string(), z.unknown()).optional(),
        token: z.string().optional(),
      }),
      output: z.object({ buildNumber: z.number(), repoUrl: z.string(), pipelinesUrl: z.string() }),
      call: ({ workspace, repo_slug, body }) => ({
        method: 'POST',
        path: `/repositories/${part(workspace)}/${part(repo_slug)}/pipelines`,
        body: body ?? {},
      }),
      outputs: (answer, { workspace, repo_slug }) => {
        const repoUrl = `https://${host}/${workspace}/${repo_slug}`
        return { buildNumber: answer['build_number'], repoUrl, pipelinesUrl: `${repoUrl}/pipelines` }
      },
      effect: { kind: 'pipeline', title: ({ workspace, repo_slug }) => `Started a pipeline of ${workspace}/${repo_slug}` },
    },
    ({ workspace, repo_slug }) => ({ host, workspace, repo: repo_slug }),
  )
  const restriction = createHostCallAction(dependencies, {
    id: 'bitbucketCloud:branchRestriction:create',
    description: 'Restricts what may be done to a branch on Bitbucket Cloud',
    example: '      repoUrl: ${{ parameters.repoUrl }}\n      kind: push\n',
    input: z.object({
      repoUrl: z.string().min(1),
      kind: z.string().min(1),
      branchMatchKind: z.enum(['glob', 'branching_model']).default('branching_model'),
      branchType: z.string().default('development'),
      pattern: z.string().optional(),
      value: z.number().nullable().default(1),
      users: z.array(z.unknown()).default([]),
      groups: z.array(z.unknown()).default([]),
      token: z.string().optional(),
    }),
    output: z.object({ json: z.string(), statusCode: z.number() }),
    call: ({ kind, branchMatchKind, branchType, pattern, value, users, groups }, { workspace = '', repo }) => ({
      method: 'POST',
      path: `/repositories/${part(workspace)}/${part(repo)}/branch-restrictions`,
      body: {
        kind,
        branch_match_kind: branchMatchKind,
        users,
        groups,
        ...(branchMatchKind === 'glob' ? { pattern: pattern ?? '' } : { branch_type: branchType }),
        ...(['push', 'delete', 'restrict_merges'].includes(kind) ? {} : { value }),
      },
    }),
    outputs: answer => ({ json: JSON.stringify(answer), statusCode: 201 }),
    effect: { kind: 'branch-protection', title: ({ kind }) => `Branch restriction ${kind}` },
    undo: (_, { workspace = '', repo }, { id }) =>
      id === undefined
        ? undefined
        : { method: 'DELETE', path: `/repositories/${part(workspace)}/${part(repo)}/branch-restrictions/${String(id)}` },
  })
  return [pipelines, restriction]
}
