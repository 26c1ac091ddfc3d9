import type { Repository, RepositoryRef } from '@portico/integrations/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  createOnce,
  expectAnswer,
  publishInputs,
  publishOutput,
  pushOnce,
  toRepository,
  writeOptions,
  type PublishDependencies,
} from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'
import { githubInputs, githubSettings, configureGithub } from './github-settings.ts'
import { gitlabInputs, gitlabSettings, configureGitlab } from './gitlab-settings.ts'

/** What is special about publishing to one kind of host. */
interface PublishKind {
  readonly id: string
  readonly platform: string
  readonly title: string
  readonly defaultBranch: string
  readonly defaultVisibility: 'private' | 'public'
  /** Inputs of its own. */
  readonly inputs?: z.ZodRawShape
  /** Fields of the host's own API for a new repository. */
  readonly settings?: (input: Record<string, unknown>) => Record<string, unknown>
  readonly contentsUrl: (repository: Repository, branch: string, ref: RepositoryRef) => string
  readonly remoteUrl?: (repository: Repository) => string
  /** The path of the repository in the host's API, which deletes it. */
  readonly apiPath: (ref: RepositoryRef, id: string) => string
  /** What is set after the first push. Whatever fails there only warns. */
  readonly configure?: Parameters<typeof configureGithub>[0] extends never ? never : typeof configureGithub
}

const part = encodeURIComponent

const kinds: readonly PublishKind[] = [
  {
    id: 'publish:github',
    platform: 'github',
    title: 'GitHub',
    defaultBranch: 'main',
    defaultVisibility: 'private',
    inputs: githubInputs,
    settings: githubSettings,
    contentsUrl: ({ url }, branch) => `${url}/blob/${branch}`,
    apiPath: ({ owner = '', repo }) => `/repos/${part(owner)}/${part(repo)}`,
    configure: configureGithub,
  },
  {
    id: 'publish:gitlab',
    platform: 'gitlab',
    title: 'GitLab',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    inputs: gitlabInputs,
    settings: gitlabSettings,
    contentsUrl: ({ url }, branch) => `${url}/-/blob/${branch}`,
    remoteUrl: ({ cloneUrl }) => cloneUrl.replace(/\.git$/, ''),
    apiPath: (_, id) => `/projects/${part(id)}`,
    configure: configureGitlab,
  },
  {
    id: 'publish:azure',
    platform: 'azure',
    title: 'Azure DevOps',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    contentsUrl: ({ url }) => url,
    apiPath: ({ organization, owner = '', project = '' }, id) =>
      `/${part(organization ?? owner)}/${part(project)}/_apis/git/repositories/${part(id)}?api-version=7.0`,
  },
  {
    id: 'publish:bitbucketCloud',
    platform: 'bitbucketCloud',
    title: 'Bitbucket Cloud',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    contentsUrl: ({ url }, branch) => `${url}/src/${branch}`,
    apiPath: ({ workspace = '', repo }) => `/repositories/${part(workspace)}/${part(repo)}`,
  },
  {
    id: 'publish:bitbucketServer',
    platform: 'bitbucketServer',
    title: 'Bitbucket Server',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    inputs: { enableLFS: z.boolean().optional() },
    contentsUrl: ({ url }) => url,
    apiPath: ({ project = '', repo }) => `/projects/${part(project)}/repos/${part(repo)}`,
  },
  {
    id: 'publish:gitea',
    platform: 'gitea',
    title: 'Gitea',
    defaultBranch: 'main',
    defaultVisibility: 'public',
    contentsUrl: ({ url }, branch) => `${url}/src/branch/${branch}/`,
    apiPath: ({ owner = '', repo }) => `/repos/${part(owner)}/${part(repo)}`,
  },
]

/** Publishing: a repository is made and the workspace is pushed into it. */
export function createPublishActions(dependencies: PublishDependencies): Action[] {
  return [...kinds.map(kind => publishAction(kind, dependencies)), gerritAction(dependencies), gerritReviewAction(dependencies)] as Action[]
}

function publishAction(kind: PublishKind, dependencies: PublishDependencies) {
  return defineAction({
    id: kind.id,
    description: `Creates a repository on ${kind.title} and pushes the workspace into it`,
    examples: [
      {
        description: 'Publish the workspace',
        example: `steps:\n  - id: publish\n    action: ${kind.id}\n    input:\n      repoUrl: \${{ parameters.repoUrl }}\n      description: \${{ parameters.description }}\n`,
      },
    ],
    input: z.object({
      ...publishInputs,
      defaultBranch: z.string().default(kind.defaultBranch),
      repoVisibility: z.enum(['private', 'internal', 'public']).default(kind.defaultVisibility),
      ...kind.inputs,
    }),
    output: publishOutput.extend({
      projectId: z.union([z.number(), z.string()]).optional(),
      repositoryId: z.string().optional(),
      created: z.boolean().optional(),
    }),
    isIdempotent: true,
    pushes: input => input,
    plan: ({ input, hosts }) => {
      const ref = toRepository(input.repoUrl, hosts)
      return [
        {
          kind: 'repository',
          title: `Repository ${[ref.owner ?? ref.workspace ?? ref.project, ref.repo].join('/')} on ${ref.host}, ${input.repoVisibility}`,
        },
      ]
    },
    async run(context) {
      const { input, hosts, signal, output } = context
      const { platform, ...ref } = toRepository(input.repoUrl, hosts)
      expectPlatform(platform, kind)
      const options = writeOptions(dependencies, input.token, signal)
      const settings = kind.settings?.(input as Record<string, unknown>)
      const repository = {
        description: input.description,
        visibility: input.repoVisibility,
        defaultBranch: input.defaultBranch,
        ...(settings && { settings }),
      }
      const made = await createOnce(dependencies, context, { ref, repository, options, branch: input.defaultBranch })
      const contentsUrl = kind.contentsUrl(made, input.defaultBranch, ref)
      const published = { title: made.fullName, address: made.url, contentsUrl }
      const commitHash = await pushOnce(dependencies, context, { ref, options, target: input.defaultBranch, published })
      await kind.configure?.(dependencies, context, { ref, options, id: made.id, branch: input.defaultBranch })
      output('remoteUrl', kind.remoteUrl?.(made) ?? made.cloneUrl)
      output('repoContentsUrl', contentsUrl)
      output('commitHash', commitHash)
      if (platform === 'gitlab') output('projectId', Number(made.id))
      if (platform === 'gitlab') output('created', true)
      if (platform === 'azure') output('repositoryId', made.id)
    },
    async undo({ undo, title }, { signal }) {
      const ref = undo['ref'] as RepositoryRef
      const answer = await dependencies.repositories.call(
        ref,
        { method: 'DELETE', path: kind.apiPath(ref, String(undo['id'])) },
        { signal },
      )
      if (answer.status !== 404) expectAnswer(answer, `Deleting ${title}`)
    },
  })
}

function expectPlatform(platform: string, kind: Pick<PublishKind, 'id' | 'platform' | 'title'>): void {
  if (platform !== kind.platform) expectAnswer({ status: 400, body: `the host of repoUrl is not ${kind.title}` }, kind.id)
}

const gerritInputs = { ...publishInputs, gitCommitMessage: z.string().optional() }

/** Gerrit wants a line that names the change, so that a later push to it is recognised. */
function withChangeId(message: string): string {
  return `${message.trimEnd()}\n\nChange-Id: I${randomBytes(20).toString('hex')}`
}

function gerritAction(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:gerrit',
    description: 'Creates a project on Gerrit and pushes the workspace into it',
    examples: [
      {
        description: 'Publish the workspace',
        example: 'steps:\n  - action: publish:gerrit\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n',
      },
    ],
    input: z.object({ ...gerritInputs, defaultBranch: z.string().default('master') }),
    output: publishOutput,
    isIdempotent: true,
    plan: ({ input, hosts }) => [{ kind: 'repository', title: `Project ${toRepository(input.repoUrl, hosts).repo} on Gerrit` }],
    async run(context) {
      const { input, hosts, signal, output } = context
      const { platform, ...ref } = toRepository(input.repoUrl, hosts)
      expectPlatform(platform, { id: 'publish:gerrit', platform: 'gerrit', title: 'Gerrit' })
      const options = writeOptions(dependencies, input.token, signal)
      const repository = { description: input.description, defaultBranch: input.defaultBranch }
      const made = await createOnce(dependencies, context, { ref, repository, options, branch: input.defaultBranch })
      const message = withChangeId(input.gitCommitMessage ?? dependencies.settings().defaultCommitMessage)
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

function gerritReviewAction(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:gerrit:review',
    description: 'Pushes the workspace to Gerrit for review',
    examples: [
      {
        description: 'Ask for a review',
        example:
          'steps:\n  - action: publish:gerrit:review\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      gitCommitMessage: Add a file\n',
      },
    ],
    input: z.object({ ...gerritInputs, gitCommitMessage: z.string().min(1), branch: z.string().default('master') }),
    output: z.object({ reviewUrl: z.string(), repoContentsUrl: z.string() }),
    isIdempotent: true,
    plan: ({ input, hosts }) => [{ kind: 'pull-request', title: `Review of ${toRepository(input.repoUrl, hosts).repo} on Gerrit` }],
    async run(context) {
      const { input, hosts, signal, output, record } = context
      const { platform, ...ref } = toRepository(input.repoUrl, hosts)
      expectPlatform(platform, { id: 'publish:gerrit:review', platform: 'gerrit', title: 'Gerrit' })
      const options = writeOptions(dependencies, input.token, signal)
      const message = withChangeId(input.gitCommitMessage)
      const reviewUrl = `https://${ref.host}/q/${message.slice(message.lastIndexOf(' ') + 1)}`
      await pushOnce(
        dependencies,
        { ...context, input: { ...input, gitCommitMessage: message } },
        { ref, options, target: `refs/for/${input.branch}` },
      )
      await record({ kind: 'pull-request', title: `Review of ${ref.repo}`, address: reviewUrl })
      output('reviewUrl', reviewUrl)
      output('repoContentsUrl', `https://${ref.host}/${ref.repo}/+/refs/heads/${input.branch}`)
    },
  })
}
