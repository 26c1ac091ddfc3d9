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
        repoUrl: z.string().optional().describe('Has no effect: workspace and repo_slug name the repository'),
        workspace: z.string().min(1).describe('The workspace of the repository'),
        repo_slug: z.string().min(1).describe('The name of the repository'),
        body: z.record(z.string(), z.unknown()).optional().describe('The pipeline to run, as the API of Bitbucket takes it'),
        token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
      }),
      output: z.object({
        buildNumber: z.number().describe('The number of the run'),
        repoUrl: z.string().describe('The address of the repository'),
        pipelinesUrl: z.string().describe('The address of its pipelines'),
      }),
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
      repoUrl: z.string().min(1).describe('bitbucket.org?workspace=…&project=…&repo=…'),
      kind: z.string().min(1).describe('What is restricted, such as push or require_approvals_to_merge'),
      branchMatchKind: z
        .enum(['glob', 'branching_model'])
        .default('branching_model')
        .describe('Whether branches are found by a pattern or by their type'),
      branchType: z.string().default('development').describe('The type of branch, with branching_model'),
      pattern: z.string().optional().describe('The names of branches, with glob'),
      value: z.number().nullable().default(1).describe('The number that kinds such as require_approvals_to_merge need'),
      users: z.array(z.unknown()).default([]).describe('Users whom it does not hold for'),
      groups: z.array(z.unknown()).default([]).describe('Groups whom it does not hold for'),
      token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
    }),
    output: z.object({
      json: z.string().describe('The answer of Bitbucket, as JSON'),
      statusCode: z.number().describe('The status of the answer'),
    }),
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
