import { AppError, inputError } from '@portico/core/common'
import {
  pushFiles,
  type PushAccess,
  type Repositories,
  type Repository,
  type RepositoryRef,
  type WriteOptions,
} from '@portico/integrations/server'
import { stringifyRepoUrl } from '@portico/scaffolder/common'
import { z } from 'zod'
import type { ActionContext, UndoContext } from '../actions/action.ts'
import type { ScaffolderSection } from '../config.ts'
import { badLocation } from '../errors.ts'
import { parseRepoUrl } from '../rendering/filters.ts'
import { pushedFiles } from './pushed-files.ts'

export interface PublishDependencies {
  readonly repositories: Repositories
  readonly settings: () => Pick<
    ScaffolderSection,
    'defaultAuthor' | 'defaultCommitMessage' | 'defaultCommitSigningKey' | 'requireScmUserCredentials'
  >
}

/** The inputs that all publishing actions share. */
export const publishInputs = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…, as a repository picker gives it'),
  description: z.string().optional().describe('What the repository is for, in a sentence'),
  sourcePath: z.string().optional().describe('The folder of the workspace that is published; all of it by default'),
  gitCommitMessage: z.string().optional().describe('The message of the commit; that of the config by default'),
  gitAuthorName: z.string().optional().describe('Who the commit is by; the name of the config by default'),
  gitAuthorEmail: z.string().optional().describe('The address of the author; that of the config by default'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}

export const publishOutput = z.object({
  remoteUrl: z.string().describe('The address that git clones'),
  repoContentsUrl: z.string().describe('The address of the files on the pushed branch'),
  commitHash: z.string().describe('The id of the commit that was pushed'),
})

/** For hosts where commits can be signed. */
export const signingInput = {
  signCommit: z
    .boolean()
    .optional()
    .describe('Signs the commit with the key of the integration, or with scaffolder.defaultCommitSigningKey'),
}

type SharedInput = { readonly [K in keyof typeof publishInputs]?: string | undefined } & {
  readonly repoUrl: string
  readonly signCommit?: boolean | undefined
}

/** The repository that an input names. Throws for one that is incomplete, or whose host config does not have. */
export function toRepository(repoUrl: string, hosts: Readonly<Record<string, string>>): RepositoryRef & { readonly platform: string } {
  try {
    const { host = '', repo = '', ...parts } = parseRepoUrl(repoUrl, hosts)
    return { ...parts, host, repo, platform: hosts[host] ?? '' }
  } catch (error) {
    throw badLocation((error as Error).message)
  }
}

/** The user's token where there is one; where config asks for it, there must be one. */
export function writeOptions({ settings }: PublishDependencies, token: string | undefined, signal: AbortSignal) {
  if (token === undefined && settings().requireScmUserCredentials)
    throw inputError('Config wants a token of the user for this: set token, such as ${{ secrets.USER_OAUTH_TOKEN }}', {
      code: 'scaffolder.token-needed',
    })
  return { token, signal }
}

/** With the token of the user who undoes, where there is one: what was made as a user may not be the portal's to delete. */
export function undoOptions({ secrets, signal }: Pick<UndoContext, 'secrets' | 'signal'>): WriteOptions {
  return { token: secrets['USER_OAUTH_TOKEN'], signal }
}

/** The repository, where it was there before the step; decided once, so that one that the step makes is not taken for it later. */
export async function existingOnce(
  { repositories }: PublishDependencies,
  context: Pick<ActionContext, 'once'>,
  ref: RepositoryRef,
  options: Parameters<Repositories['get']>[1],
): Promise<Repository | undefined> {
  return (await context.once('existing', async () => (await repositories.get(ref, options)) ?? null)) ?? undefined
}

/** Creates a repository once, also when the step is run again. */
export async function createOnce(
  { repositories }: PublishDependencies,
  context: Pick<ActionContext, 'once' | 'isRetry' | 'record' | 'log'>,
  {
    ref,
    repository,
    options,
    branch,
  }: {
    readonly ref: RepositoryRef
    readonly repository: Parameters<Repositories['create']>[1]
    readonly options: Parameters<Repositories['create']>[2]
    readonly branch: string
  },
): Promise<Repository> {
  return context.once('repository', async () => {
    try {
      const made = await repositories.create(ref, repository, options)
      await context.record({ kind: 'repository', title: made.fullName, address: made.url, undo: { ref: { ...ref }, id: made.id } })
      context.log(`Created the repository ${made.fullName}`)
      return made
    } catch (error) {
      // A step that was interrupted may have made it: then it is still empty.
      const found =
        context.isRetry && error instanceof AppError && error.name === 'ConflictError' ? await repositories.get(ref, options) : undefined
      if (!found || (await repositories.branch(ref, branch, options))) throw error
      await context.record({ kind: 'repository', title: found.fullName, address: found.url, undo: { ref: { ...ref }, id: found.id } })
      return found
    }
  })
}

/** Pushes the workspace once. Returns the commit. */
export async function pushOnce(
  { repositories, settings }: PublishDependencies,
  context: Pick<ActionContext<SharedInput>, 'input' | 'workspace' | 'signal' | 'once' | 'log' | 'recordPush'>,
  {
    ref,
    options,
    target,
    base,
    newAt,
    published,
  }: {
    readonly ref: RepositoryRef
    readonly options: Parameters<Repositories['pushAccess']>[1]
    readonly target: string
    /** The branch that the commit follows; by default it is the first one. */
    readonly base?: string | undefined
    /** The branch must not be there yet; the time of its commit, in seconds. */
    readonly newAt?: number | undefined
    /** A repository that is now what its template made of it. */
    readonly published?: { readonly title: string; readonly address: string; readonly contentsUrl: string } | undefined
  },
): Promise<string> {
  const { input, workspace, signal, once, log } = context
  return once('push', async () => {
    const { folder, files, read } = await pushedFiles(workspace, input.sourcePath)
    const { defaultAuthor, defaultCommitMessage } = settings()
    const access = await repositories.pushAccess(ref, options)
    const commit = await pushFiles({
      folder,
      files,
      access,
      target,
      base,
      newAt,
      signingKey: input.signCommit ? signingKeyOf(access, settings) : undefined,
      message: input.gitCommitMessage ?? defaultCommitMessage,
      author: {
        name: input.gitAuthorName ?? defaultAuthor.name ?? 'Scaffolder',
        email: input.gitAuthorEmail ?? defaultAuthor.email ?? 'scaffolder@backstage.io',
      },
      signal,
    })
    log(`Pushed ${files.length} files to ${target}`)
    const own = files.filter(({ link }) => link === undefined)
    if (published) await context.recordPush({ ...published, repository: stringifyRepoUrl(ref) ?? '', files: own, read })
    return commit
  })
}

function signingKeyOf({ signingKey }: PushAccess, settings: PublishDependencies['settings']): string {
  const key = signingKey ?? settings().defaultCommitSigningKey
  if (key !== undefined) return key
  throw inputError('signCommit needs a key: set commitSigningKey of the integration, or scaffolder.defaultCommitSigningKey', {
    code: 'scaffolder.no-signing-key',
  })
}

/** The answer of a host, or an error with what it said. */
export function expectAnswer({ status, body }: { readonly status: number; readonly body: unknown }, what: string): Record<string, unknown> {
  if (status < 400) return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const said = typeof body === 'string' ? body : JSON.stringify((body as { message?: unknown } | undefined)?.message ?? body ?? '')
  const names: Record<number, string> = {
    401: 'AuthenticationError',
    403: 'NotAllowedError',
    404: 'NotFoundError',
    409: 'ConflictError',
    422: 'InputError',
    429: 'TooManyRequestsError',
  }
  throw new AppError(
    names[status] ?? (status < 500 ? 'InputError' : 'ServiceUnavailableError'),
    `${what} was answered with ${status}: ${said.slice(0, 500)}`,
    { code: 'scaffolder.host-refused' },
  )
}
