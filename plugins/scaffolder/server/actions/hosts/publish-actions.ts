import type { Repository, RepositoryRef } from '@portico/integrations/server'
import { z } from 'zod'
import {
  createOnce,
  existingOnce,
  expectAnswer,
  publishInputs,
  publishOutput,
  pushOnce,
  signingInput,
  toRepository,
  undoOptions,
  writeOptions,
  type PublishDependencies,
} from '../../publishing/publishing.ts'
import { wrongPlatform } from '../../errors.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'
import { githubInputs, githubSettings, configureGithub, type MadeRepository } from './github-settings.ts'
import { gitlabInputs, gitlabSettings, configureGitlab } from './gitlab-settings.ts'

/** What is special about publishing to one kind of host. */
interface PublishKind {
  readonly id: string
  readonly actsAs?: readonly string[]
  readonly platform: string
  readonly title: string
  readonly defaultBranch: string
  readonly defaultVisibility: 'private' | 'public'
  /** Inputs of its own. */
  readonly inputs?: z.ZodRawShape
  /** Fields of the host's own API for a new repository. */
  readonly settings?: (input: Record<string, unknown>) => Record<string, unknown>
  /** The address that a new repository will have, where it follows from its name. */
  readonly address?: (ref: RepositoryRef) => string | undefined
  readonly contentsUrl: (repository: Pick<Repository, 'url'>, branch: string, ref: RepositoryRef) => string
  readonly remoteUrl?: (repository: Repository) => string
  /** The path of the repository in the host's API, which deletes it. */
  readonly apiPath: (ref: RepositoryRef, id: string, fullName: string) => string
  /** What is set after the first push. */
  readonly configure?: typeof configureGithub
}

const part = encodeURIComponent

function addressOf({ host, owner, workspace, repo }: RepositoryRef): string | undefined {
  const place = owner ?? workspace
  return place === undefined ? undefined : `https://${host}/${place}/${repo}`
}

const kinds: readonly PublishKind[] = [
  {
    id: 'publish:github',
    actsAs: ['github:repo:create', 'github:repo:push'],
    platform: 'github',
    title: 'GitHub',
    defaultBranch: 'main',
    defaultVisibility: 'private',
    inputs: githubInputs,
    settings: githubSettings,
    address: addressOf,
    contentsUrl: ({ url }, branch) => `${url}/blob/${branch}`,
    apiPath: ({ owner = '', repo }) => `/repos/${part(owner)}/${part(repo)}`,
    configure: configureGithub,
  },
  {
    id: 'publish:gitlab',
    actsAs: ['gitlab:repo:push'],
    platform: 'gitlab',
    title: 'GitLab',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    inputs: { ...signingInput, ...gitlabInputs },
    settings: gitlabSettings,
    address: addressOf,
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
    inputs: signingInput,
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
    inputs: signingInput,
    address: addressOf,
    contentsUrl: ({ url }, branch) => `${url}/src/${branch}`,
    apiPath: ({ workspace = '', repo }) => `/repositories/${part(workspace)}/${part(repo)}`,
  },
  {
    id: 'publish:bitbucketServer',
    platform: 'bitbucketServer',
    title: 'Bitbucket Server',
    defaultBranch: 'master',
    defaultVisibility: 'private',
    inputs: { ...signingInput, enableLFS: z.boolean().optional().describe('Lets the repository keep large files with Git LFS') },
    configure: enableLfs,
    contentsUrl: ({ url }) => url,
    apiPath: ({ project = '', repo }) => `/projects/${part(project)}/repos/${part(repo)}`,
  },
  {
    id: 'publish:gitea',
    platform: 'gitea',
    title: 'Gitea',
    defaultBranch: 'main',
    defaultVisibility: 'public',
    inputs: signingInput,
    address: addressOf,
    contentsUrl: ({ url }, branch) => `${url}/src/branch/${branch}/`,
    apiPath: (_, __, fullName) => `/repos/${fullName.split('/').map(part).join('/')}`,
  },
]

/** Publishing: a repository is made and the workspace is pushed into it. */
export function createPublishActions(dependencies: PublishDependencies): Action[] {
  return kinds.map(kind => publishAction(kind, dependencies)) as Action[]
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
      defaultBranch: z.string().default(kind.defaultBranch).describe('The branch that is pushed, and the default one of the repository'),
      repoVisibility: z.enum(['private', 'internal', 'public']).default(kind.defaultVisibility).describe('Who may see the repository'),
      ...kind.inputs,
    }),
    output: publishOutput.extend({
      projectId: z.union([z.number(), z.string()]).optional().describe('The id of the project, on GitLab'),
      repositoryId: z.string().optional().describe('The id of the repository, on Azure DevOps'),
      created: z.boolean().optional().describe('Whether the project is new, on GitLab'),
    }),
    isIdempotent: true,
    ...(kind.actsAs && { actsAs: kind.actsAs }),
    pushes: ({ repoUrl, sourcePath }) => ({ repoUrl, sourcePath: sourcePath || undefined }),
    plan: ({ input, hosts }) => {
      const ref = toRepository(input.repoUrl, hosts)
      return [
        {
          kind: 'repository',
          title: `Repository ${[ref.owner ?? ref.workspace ?? ref.project, ref.repo].filter(Boolean).join('/')} on ${ref.host}, ${input.repoVisibility}`,
          address: kind.address?.(ref),
        },
      ]
    },
    planOutput: ({ input, hosts }) => {
      const ref = toRepository(input.repoUrl, hosts)
      const url = kind.address?.(ref)
      return url === undefined ? {} : { remoteUrl: url, repoContentsUrl: kind.contentsUrl({ url }, input.defaultBranch, ref) }
    },
    async run(context) {
      const { input, hosts, signal, output } = context
      const ref = repositoryOf(input.repoUrl, hosts, kind)
      const options = writeOptions(dependencies, input.token, signal)
      const { skipExisting, sourcePath } = input as { readonly skipExisting?: boolean; readonly sourcePath?: string | false }
      const settings = kind.settings?.(input as Record<string, unknown>)
      const repository = {
        description: input.description,
        visibility: input.repoVisibility,
        defaultBranch: input.defaultBranch,
        ...(settings && { settings }),
      }
      const existing = skipExisting ? await existingOnce(dependencies, context, ref, options) : undefined
      const made = existing ?? (await createOnce(dependencies, context, { ref, repository, options, branch: input.defaultBranch }))
      const contentsUrl = kind.contentsUrl(made, input.defaultBranch, ref)
      output('remoteUrl', kind.remoteUrl?.(made) ?? made.cloneUrl)
      output('repoContentsUrl', contentsUrl)
      if (kind.platform === 'gitlab') output('projectId', Number(made.id))
      if (kind.platform === 'gitlab') output('created', existing === undefined)
      if (kind.platform === 'azure') output('repositoryId', made.id)
      if (existing) return context.log(`${made.fullName} exists already and is left as it is`)
      const published = { title: made.fullName, address: made.url, contentsUrl }
      const pushed = { ...context, input: { ...input, sourcePath: sourcePath || undefined } }
      if (sourcePath !== false)
        output(
          'commitHash',
          await pushOnce(dependencies, pushed, { ref: ownedBy(ref, made, kind), options, target: input.defaultBranch, published }),
        )
      await kind.configure?.(dependencies, context, { ref, options, id: made.id, branch: input.defaultBranch })
    },
    async undo({ undo, title }, context) {
      const ref = undo['ref'] as RepositoryRef
      const answer = await dependencies.repositories.call(
        ref,
        { method: 'DELETE', path: kind.apiPath(ref, String(undo['id']), title) },
        undoOptions(context),
      )
      if (answer.status !== 404) expectAnswer(answer, `Deleting ${title}`)
    },
  })
}

/** Git LFS of Bitbucket Server, whose API is beside the one for repositories. */
async function enableLfs(
  { repositories }: PublishDependencies,
  { input, warn }: Pick<ActionContext, 'input' | 'warn'>,
  { ref, options }: MadeRepository,
): Promise<void> {
  if (!(input as { readonly enableLFS?: boolean }).enableLFS) return
  const path = `/../../git-lfs/admin/projects/${part(ref.project ?? '')}/repos/${part(ref.repo)}/enabled`
  const { status } = await repositories.call(ref, { method: 'PUT', path }, options)
  if (status >= 400) warn(`Enabling Git LFS was answered with ${status}`)
}

/** On Gitea, a repository without an owner is that of the user of the credentials, and its full name says who that is. */
function ownedBy(ref: RepositoryRef, { fullName }: Repository, { platform }: PublishKind): RepositoryRef {
  return platform === 'gitea' ? { ...ref, owner: ref.owner ?? fullName.split('/')[0] } : ref
}

/** The repository of an input, which must be at a host of the kind that the action works with. */
export function repositoryOf(
  repoUrl: string,
  hosts: Readonly<Record<string, string>>,
  { id, platform: expected, title }: Pick<PublishKind, 'id' | 'platform' | 'title'>,
): RepositoryRef {
  const { platform, ...ref } = toRepository(repoUrl, hosts)
  if (platform !== expected) throw wrongPlatform(id, { host: ref.host, title })
  return ref
}
