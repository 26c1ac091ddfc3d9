import { notFoundError } from '@portico/core/common'
import type { RepositoryRef } from '@portico/integrations/server'
import { z } from 'zod'
import {
  createOnce,
  expectAnswer,
  publishInputs,
  publishOutput,
  pushOnce,
  toRepository,
  undoOptions,
  writeOptions,
  type PublishDependencies,
} from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'
import { configureGithub, githubInputs, githubSettings, repositoryPath } from './github-settings.ts'

const { sourcePath: _sourcePath, gitCommitMessage: _message, gitAuthorName: _name, gitAuthorEmail: _email, ...createInputs } = publishInputs

/** The two halves of publish:github. */
export function createGithubRepositoryActions(dependencies: PublishDependencies): Action[] {
  const create = defineAction({
    id: 'github:repo:create',
    actsAs: ['publish:github'],
    description: 'Creates a repository on GitHub, without pushing anything',
    examples: [
      {
        description: 'Make an empty repository',
        example: 'steps:\n  - action: github:repo:create\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n',
      },
    ],
    input: z.object({
      ...createInputs,
      ...githubInputs,
      repoVisibility: z.enum(['private', 'internal', 'public']).default('private').describe('Who may see the repository'),
      autoInit: z.boolean().optional().describe('Begins the repository with a README'),
      workflowAccess: z.enum(['none', 'organization', 'user', 'enterprise']).optional().describe('Who may use its workflows'),
    }),
    output: publishOutput.omit({ commitHash: true }),
    isIdempotent: true,
    plan: ({ input, hosts }) => {
      const { owner, repo, host } = toRepository(input.repoUrl, hosts)
      return [{ kind: 'repository', title: `Repository ${owner}/${repo} on ${host}, ${input.repoVisibility}` }]
    },
    async run(context) {
      const { input, hosts, signal, output } = context
      const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const settings = { ...githubSettings(input), ...(input.autoInit !== undefined && { auto_init: input.autoInit }) }
      const repository = { description: input.description, visibility: input.repoVisibility, settings }
      const made = await createOnce(dependencies, context, { ref, repository, options, branch: 'main' })
      // There is no branch yet that could be protected.
      await configureGithub(
        dependencies,
        { ...context, input: { ...input, protectDefaultBranch: false } },
        { ref, options, id: made.id, branch: 'main' },
      )
      output('remoteUrl', made.cloneUrl)
      output('repoContentsUrl', `${made.url}/blob/${made.defaultBranch ?? 'main'}`)
    },
    async undo({ undo, title }, context) {
      const ref = undo['ref'] as RepositoryRef
      const answer = await dependencies.repositories.call(ref, { method: 'DELETE', path: repositoryPath(ref) }, undoOptions(context))
      if (answer.status !== 404) expectAnswer(answer, `Deleting ${title}`)
    },
  })

  const push = defineAction({
    id: 'github:repo:push',
    actsAs: ['publish:github'],
    description: 'Pushes the workspace into an empty repository on GitHub',
    examples: [
      {
        description: 'Fill a repository',
        example: 'steps:\n  - action: github:repo:push\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n',
      },
    ],
    input: z.object({
      ...publishInputs,
      ...githubInputs,
      defaultBranch: z.string().default('main').describe('The branch that is pushed, and the default one of the repository'),
    }),
    output: publishOutput,
    isIdempotent: true,
    pushes: input => input,
    plan: ({ input, hosts }) => [
      { kind: 'commit', title: `Commit to ${input.defaultBranch} of ${toRepository(input.repoUrl, hosts).repo}` },
    ],
    async run(context) {
      const { input, hosts, signal, output, record } = context
      const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const found = await dependencies.repositories.get(ref, options)
      if (!found)
        throw notFoundError(`There is no repository ${ref.owner}/${ref.repo} on ${ref.host}`, { code: 'scaffolder.repository-not-found' })
      const contentsUrl = `${found.url}/blob/${input.defaultBranch}`
      const published = { title: found.fullName, address: found.url, contentsUrl }
      const commitHash = await pushOnce(dependencies, context, { ref, options, target: input.defaultBranch, published })
      await record({
        kind: 'commit',
        title: `Commit ${commitHash.slice(0, 8)} to ${input.defaultBranch} of ${found.fullName}`,
        address: found.url,
      })
      await configureGithub(dependencies, context, { ref, options, id: found.id, branch: input.defaultBranch })
      output('remoteUrl', found.cloneUrl)
      output('repoContentsUrl', contentsUrl)
      output('commitHash', commitHash)
    },
  })
  return [create, push] as Action[]
}
