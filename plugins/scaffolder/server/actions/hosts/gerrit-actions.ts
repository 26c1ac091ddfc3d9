import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  createOnce,
  publishInputs,
  publishOutput,
  pushOnce,
  signingInput,
  toRepository,
  writeOptions,
  type PublishDependencies,
} from '../../publishing/publishing.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'
import { repositoryOf } from './publish-actions.ts'

const inputs = { ...publishInputs, ...signingInput }
const kind = { platform: 'gerrit', title: 'Gerrit' }

/** Publishing to Gerrit, as a project or for review. */
export function createGerritActions(dependencies: PublishDependencies): Action[] {
  return [publishAction(dependencies), reviewAction(dependencies)] as Action[]
}

/** Gerrit wants a line that names the change, so that a later push to it is recognised: also when the step is run again. */
function withChangeId(message: string, { once }: Pick<ActionContext, 'once'>): Promise<string> {
  return once('message', async () => `${message.trimEnd()}\n\nChange-Id: I${randomBytes(20).toString('hex')}`)
}

function publishAction(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:gerrit',
    description: 'Creates a project on Gerrit and pushes the workspace into it',
    examples: [
      {
        description: 'Publish the workspace',
        example: 'steps:\n  - action: publish:gerrit\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n',
      },
    ],
    input: z.object({
      ...inputs,
      defaultBranch: z.string().default('master').describe('The branch that is pushed, and the default one of the project'),
    }),
    output: publishOutput,
    supportsDryRun: true,
    isIdempotent: true,
    pushes: input => input,
    plan: ({ input, hosts }) => [{ kind: 'repository', title: `Project ${toRepository(input.repoUrl, hosts).repo} on Gerrit` }],
    async run(context) {
      const { input, hosts, signal, output, isDryRun, record } = context
      const ref = repositoryOf(input.repoUrl, hosts, { ...kind, id: 'publish:gerrit' })
      if (isDryRun) {
        await record({ kind: 'repository', title: `Project ${ref.repo} on Gerrit` })
        output('remoteUrl', `https://${ref.host}/${ref.repo}`)
        output('repoContentsUrl', `https://${ref.host}/admin/repos/${encodeURIComponent(ref.repo)}/+/refs/heads/${input.defaultBranch}`)
        return output('commitHash', '0'.repeat(40))
      }
      const options = writeOptions(dependencies, input.token, signal)
      const repository = { description: input.description, defaultBranch: input.defaultBranch }
      const made = await createOnce(dependencies, context, { ref, repository, options, branch: input.defaultBranch })
      const message = await withChangeId(input.gitCommitMessage ?? dependencies.settings().defaultCommitMessage, context)
      const commit = await pushOnce(
        dependencies,
        { ...context, input: { ...input, gitCommitMessage: message } },
        { ref, options, target: input.defaultBranch },
      )
      output('remoteUrl', made.cloneUrl)
      output('repoContentsUrl', `${made.url}/+/refs/heads/${input.defaultBranch}`)
      output('commitHash', commit)
    },
  })
}

function reviewAction(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:gerrit:review',
    description: 'Pushes the workspace to Gerrit for review, as a commit on top of a branch',
    examples: [
      {
        description: 'Ask for a review',
        example:
          'steps:\n  - action: publish:gerrit:review\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      gitCommitMessage: Add a file\n',
      },
    ],
    input: z.object({
      ...inputs,
      gitCommitMessage: z.string().min(1).describe('The message of the commit, which is the text of the change'),
      branch: z.string().default('master').describe('The branch that the change is for'),
    }),
    output: z.object({
      reviewUrl: z.string().describe('The address of the change'),
      repoContentsUrl: z.string().describe('The address of the files on the branch'),
    }),
    isIdempotent: true,
    plan: ({ input, hosts }) => [{ kind: 'pull-request', title: `Review of ${toRepository(input.repoUrl, hosts).repo} on Gerrit` }],
    async run(context) {
      const { input, hosts, signal, output, record } = context
      const ref = repositoryOf(input.repoUrl, hosts, { ...kind, id: 'publish:gerrit:review' })
      const options = writeOptions(dependencies, input.token, signal)
      const message = await withChangeId(input.gitCommitMessage, context)
      const reviewUrl = `https://${ref.host}/q/${message.slice(message.lastIndexOf(' ') + 1)}`
      await pushOnce(
        dependencies,
        { ...context, input: { ...input, gitCommitMessage: message } },
        { ref, options, target: `refs/for/${input.branch}`, base: input.branch },
      )
      await record({ kind: 'pull-request', title: `Review of ${ref.repo}`, address: reviewUrl })
      output('reviewUrl', reviewUrl)
      output('repoContentsUrl', `https://${ref.host}/${ref.repo}/+/refs/heads/${input.branch}`)
    },
  })
}
