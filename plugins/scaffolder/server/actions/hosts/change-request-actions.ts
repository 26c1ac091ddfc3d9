import type { RepositoryRef, WriteOptions } from '@portico/integrations/server'
import { z } from 'zod'
import { changesOf, closeRequest, openRequest, planRequest, requestInputs } from '../../publishing/change-requests.ts'
import { expectAnswer, toRepository, writeOptions, type PublishDependencies } from '../../publishing/publishing.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'
import { projectOf } from './gitlab-settings.ts'

const part = encodeURIComponent

/** Pull and merge requests: a branch with the files of the workspace, and a request to take it over. */
export function createChangeRequestActions(dependencies: PublishDependencies): Action[] {
  return [
    githubPullRequest(dependencies),
    gitlabMergeRequest(dependencies),
    gitlabPush(dependencies),
    ...bitbucketPullRequests(dependencies),
  ] as Action[]
}

function githubPullRequest(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:github:pull-request',
    description: 'Opens a pull request on GitHub with the files of the workspace',
    examples: [
      {
        description: 'Propose a change',
        example:
          'steps:\n  - action: publish:github:pull-request\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      branchName: add-${{ parameters.name }}\n      title: Add ${{ parameters.name }}\n      description: Made by a template\n',
      },
    ],
    input: z.object({
      ...requestInputs,
      branchName: z.string().min(1).describe('The new branch that has the files'),
      description: z.string().describe('The text of the pull request, in Markdown'),
      targetBranchName: z.string().optional().describe('The branch that gets the files; the default one by default'),
      filesToDelete: z.array(z.string()).optional().describe('Paths of files of the repository that are deleted'),
      draft: z.boolean().optional().describe('Opens it as a draft'),
      update: z.boolean().optional().describe('Commits to the branch, and to the request, where they are there already'),
      createWhenEmpty: z.boolean().optional().describe('Opens the request also when there is nothing to commit'),
      teamReviewers: z.array(z.string()).optional().describe('The names of teams that are asked for a review'),
      assignees: z.array(z.string()).max(10).optional().describe('The names of users the request is assigned to, ten at most'),
      forceFork: z.boolean().optional().describe('Makes the branch in a fork of the caller; otherwise only where the caller may not push'),
      forceEmptyGitAuthor: z.boolean().optional().describe('The commit is by the owner of the token, whatever author is given'),
    }),
    output: z.object({
      remoteUrl: z.string().describe('The address of the pull request'),
      pullRequestNumber: z.number().describe('The number of the pull request'),
      targetBranchName: z.string().describe('The branch that gets the files'),
    }),
    supportsDryRun: true,
    isIdempotent: true,
    plan: planRequest,
    async run(context) {
      const { input, output, isDryRun, record, hosts } = context
      if (isDryRun) {
        for (const effect of planRequest({ input, hosts })) await record(effect)
        output('remoteUrl', input.repoUrl)
        output('pullRequestNumber', 43)
        return output('targetBranchName', input.targetBranchName ?? 'main')
      }
      const { request } = await openRequest(dependencies, context, {
        branch: input.branchName,
        target: input.targetBranchName,
        description: input.description,
        isDraft: input.draft,
        mayUpdate: input.update,
        mayBeEmpty: input.createWhenEmpty,
        filesToDelete: input.filesToDelete,
        teamReviewers: input.teamReviewers,
        assignees: input.assignees,
        takesLinks: true,
        isAnonymous: input.forceEmptyGitAuthor,
        fork: input.forceFork ? 'always' : 'if-needed',
      })
      output('remoteUrl', request.url)
      output('pullRequestNumber', request.number)
      output('targetBranchName', request.target)
    },
    undo: ({ undo }, context) => closeRequest(dependencies, undo, context),
  })
}

function gitlabMergeRequest(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:gitlab:merge-request',
    description: 'Opens a merge request on GitLab with the files of the workspace',
    examples: [
      {
        description: 'Propose a change',
        example:
          'steps:\n  - action: publish:gitlab:merge-request\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      branchName: add-file\n      title: Add a file\n',
      },
    ],
    input: z.object({
      ...requestInputs,
      branchName: z.string().min(1).describe('The new branch that has the files'),
      description: z.string().optional().describe('The text of the merge request, in Markdown'),
      targetBranchName: z.string().optional().describe('The branch that gets the files; the default one by default'),
      commitAction: z
        .enum(['auto', 'create', 'update', 'delete', 'skip'])
        .default('auto')
        .describe('What is done with the files: auto creates those that are new and updates the others, skip commits nothing'),
      removeSourceBranch: z.boolean().optional().describe('Deletes the branch after the merge'),
      assignee: z.string().optional().describe('The name of the user it is assigned to'),
      assignReviewersFromApprovalRules: z
        .boolean()
        .optional()
        .describe('Asks those for a review who may approve by the rules of the project'),
      autoMerge: z.boolean().optional().describe('Merges it as soon as its pipeline has succeeded'),
      labels: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe('Labels, as a list or with commas between them'),
    }),
    output: z.object({
      mergeRequestUrl: z.string().describe('The address of the merge request'),
      targetBranchName: z.string().describe('The branch that gets the files'),
      projectid: z.string().describe('The path of the project; projectPath says the same'),
      projectPath: z.string().describe('The path of the project'),
    }),
    isIdempotent: true,
    plan: planRequest,
    async run(context) {
      const { input, output } = context
      const labels = typeof input.labels === 'string' ? input.labels.split(',') : input.labels
      const { request, ref } = await openRequest(dependencies, context, {
        branch: input.branchName,
        target: input.targetBranchName,
        description: input.description,
        removeSourceBranch: input.removeSourceBranch,
        mayBeEmpty: input.commitAction === 'skip',
        commitAction: input.commitAction,
        labels,
        ...(input.assignee !== undefined && { assignees: [input.assignee] }),
      })
      const projectPath = projectOf(ref)
      await finishMergeRequest(dependencies, context, ref, request.number)
      output('mergeRequestUrl', request.url)
      output('targetBranchName', request.target)
      output('projectid', projectPath)
      output('projectPath', projectPath)
    },
    undo: ({ undo }, context) => closeRequest(dependencies, undo, context),
  })
}

/** What only GitLab has. The merge request is there: what fails now is a warning. */
async function finishMergeRequest(
  { repositories }: PublishDependencies,
  { input, signal, warn }: Pick<ActionContext<MergeRequestOptions>, 'input' | 'signal' | 'warn'>,
  ref: RepositoryRef,
  number: number,
): Promise<void> {
  const options: WriteOptions = { token: input.token, signal }
  const path = `/projects/${part(projectOf(ref))}/merge_requests/${number}`
  async function attempt(what: string, run: () => Promise<void>): Promise<void> {
    await run().catch((error: Error) => {
      signal.throwIfAborted()
      warn(`${what} failed: ${error.message}`)
    })
  }
  if (input.assignReviewersFromApprovalRules)
    await attempt('Asking for reviews by the approval rules', async () => {
      const state = expectAnswer(await repositories.call(ref, { path: `${path}/approval_state` }, options), 'Reading the approval rules')
      const rules = (state['rules'] ?? []) as { eligible_approvers?: { id: number }[] }[]
      const ids = new Set(rules.flatMap(rule => (rule.eligible_approvers ?? []).map(({ id }) => id)))
      const body = { reviewer_ids: [...ids] }
      if (ids.size > 0) expectAnswer(await repositories.call(ref, { method: 'PUT', path, body }, options), 'Asking for reviews')
    })
  if (input.autoMerge)
    await attempt('Merging when the pipeline succeeds', async () => {
      const body = { auto_merge: true, merge_when_pipeline_succeeds: true }
      expectAnswer(await repositories.call(ref, { method: 'PUT', path: `${path}/merge`, body }, options), 'Merging')
    })
}

interface MergeRequestOptions {
  readonly token?: string | undefined
  readonly autoMerge?: boolean | undefined
  readonly assignReviewersFromApprovalRules?: boolean | undefined
}

function gitlabPush(dependencies: PublishDependencies) {
  const { title: _title, reviewers: _reviewers, ...inputs } = requestInputs
  return defineAction({
    id: 'gitlab:repo:push',
    description: 'Commits the files of the workspace to a branch of a project on GitLab, which is made if it is missing',
    examples: [
      {
        description: 'Commit to a branch',
        example:
          'steps:\n  - action: gitlab:repo:push\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      branchName: main\n      commitMessage: Update\n',
      },
    ],
    input: z.object({
      ...inputs,
      branchName: z.string().min(1).describe('The branch that gets the commit; it is made where it is missing'),
      commitMessage: z.string().min(1).describe('The message of the commit'),
      commitAction: z
        .enum(['auto', 'create', 'update', 'delete'])
        .default('auto')
        .describe('What is done with the files: auto creates those that are new and updates the others'),
      allowEmpty: z.boolean().optional().describe('Commits also when nothing has changed'),
    }),
    output: z.object({
      projectid: z.string().describe('The path of the project; projectPath says the same'),
      projectPath: z.string().describe('The path of the project'),
      commitHash: z.string().describe('The id of the commit'),
    }),
    isIdempotent: true,
    plan: ({ input, hosts }) => [
      { kind: 'commit', title: `Commit to ${input.branchName} of ${projectOf(toRepository(input.repoUrl, hosts))}` },
    ],
    async run(context) {
      const { input, hosts, signal, output, once, record, warn } = context
      const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const { repositories } = dependencies
      const changes = await changesOf(context, { commitAction: input.commitAction })
      if (!(await repositories.branch(ref, input.branchName, options)))
        await repositories.createBranch(ref, { name: input.branchName }, options)
      const projectPath = projectOf(ref)
      output('projectid', projectPath)
      output('projectPath', projectPath)
      if (changes.length === 0 && !input.allowEmpty) return warn('There is nothing to commit: the workspace has no files')
      const commit = {
        branch: input.branchName,
        message: input.commitMessage,
        changes,
        fileAction: input.commitAction === 'create' || input.commitAction === 'update' ? input.commitAction : undefined,
        mayBeEmpty: input.allowEmpty,
      }
      const { revision, url } = await once('commit', () => repositories.commit(ref, commit, options))
      await record({ kind: 'commit', title: `Commit ${revision.slice(0, 8)} to ${input.branchName} of ${projectPath}`, address: url })
      output('commitHash', revision)
    },
  })
}

/** The actions that open pull requests. */
export const changeRequestActionIds = [
  'publish:github:pull-request',
  'publish:gitlab:merge-request',
  'publish:bitbucketCloud:pull-request',
  'publish:bitbucketServer:pull-request',
] as const

function bitbucketPullRequests(dependencies: PublishDependencies) {
  return (['bitbucketCloud', 'bitbucketServer'] as const).map(platform =>
    defineAction({
      id: `publish:${platform}:pull-request`,
      description: `Opens a pull request on Bitbucket ${platform === 'bitbucketCloud' ? 'Cloud' : 'Server'} with the files of the workspace`,
      examples: [
        {
          description: 'Propose a change',
          example: `steps:\n  - action: publish:${platform}:pull-request\n    input:\n      repoUrl: \${{ parameters.repoUrl }}\n      sourceBranch: add-file\n      title: Add a file\n`,
        },
      ],
      input: z.object({
        ...requestInputs,
        sourceBranch: z.string().min(1).describe('The new branch that has the files'),
        description: z.string().optional().describe('The text of the pull request, in Markdown'),
        targetBranch: z.string().optional().describe('The branch that gets the files; the default one by default'),
      }),
      output: z.object({ pullRequestUrl: z.string().describe('The address of the pull request') }),
      isIdempotent: true,
      plan: planRequest,
      async run(context) {
        const { input, output } = context
        const { request } = await openRequest(dependencies, context, {
          branch: input.sourceBranch,
          target: input.targetBranch,
          description: input.description,
        })
        output('pullRequestUrl', request.url)
      },
      undo: ({ undo }, context) => closeRequest(dependencies, undo, context),
    }),
  )
}
