import { conflictError } from '@portico/core/common'
import type { FileChange, Repositories, RepositoryRef } from '@portico/integrations/server'
import path from 'node:path'
import { z } from 'zod'
import type { ActionContext, UndoContext } from '../actions/action.ts'
import { pushedFiles } from './pushed-files.ts'
import { toRepository, undoOptions, writeOptions, type PublishDependencies } from './publishing.ts'

/** The inputs that all pull and merge requests share. */
export const requestInputs = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…'),
  title: z.string().min(1).describe('The title of the request'),
  sourcePath: z.string().optional().describe('The folder of the workspace whose files are committed; all of it by default'),
  targetPath: z.string().optional().describe('Where in the repository the files go'),
  commitMessage: z.string().optional().describe('The message of the commit; the title by default'),
  gitAuthorName: z.string().optional().describe('Who the commit is by; the name of the config by default'),
  gitAuthorEmail: z.string().optional().describe('The address of the author; that of the config by default'),
  reviewers: z.array(z.string()).optional().describe('The names of users who are asked for a review'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}

type SharedInput = z.output<z.ZodObject<typeof requestInputs>>

interface Wanted {
  readonly branch: string
  readonly target?: string | undefined
  readonly description?: string | undefined
  readonly isDraft?: boolean | undefined
  readonly mayUpdate?: boolean | undefined
  readonly mayBeEmpty?: boolean | undefined
  readonly filesToDelete?: readonly string[] | undefined
  readonly teamReviewers?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  readonly labels?: readonly string[] | undefined
  readonly removeSourceBranch?: boolean | undefined
  /** Whether the branch is made in a fork: never by default, where the caller may not push, or always. */
  readonly fork?: 'if-needed' | 'always' | undefined
  /** Links are a warning where the API of the host does not take them. */
  readonly takesLinks?: boolean | undefined
  /** `delete` deletes the files that the workspace names, `skip` commits nothing; `create` and `update` want them to be new, or to be there. */
  readonly commitAction?: 'auto' | 'create' | 'update' | 'delete' | 'skip' | undefined
  /** The commit has no author of its own: it is that of the token. */
  readonly isAnonymous?: boolean | undefined
}

/** The files of the workspace as changes of a repository, without what .gitignore names. */
export async function changesOf(
  { input, workspace, warn }: Pick<ActionContext<Pick<SharedInput, 'sourcePath' | 'targetPath'>>, 'input' | 'workspace' | 'warn'>,
  { filesToDelete = [], takesLinks = false, commitAction }: Pick<Wanted, 'filesToDelete' | 'takesLinks' | 'commitAction'> = {},
): Promise<FileChange[]> {
  if (commitAction === 'skip') return []
  const { files, read } = await pushedFiles(workspace, input.sourcePath)
  const placed = (name: string) => path.posix.join(input.targetPath ?? '', name)
  if (commitAction === 'delete') return files.map(({ path: name }) => ({ path: placed(name) }))
  const taken = files.filter(({ link }) => link === undefined || takesLinks)
  for (const { path: name } of files.filter(file => !taken.includes(file)))
    warn(`${name} is a symbolic link, which the API of this host does not take`)
  const written = await Promise.all(
    taken.map(async ({ path: name, isExecutable, link }) =>
      link === undefined
        ? { path: placed(name), bytes: await read(name), isExecutable }
        : { path: placed(name), bytes: Buffer.from(link), isLink: true },
    ),
  )
  return [...written, ...filesToDelete.map(name => ({ path: placed(name) }))]
}

type Options = Parameters<Repositories['branch']>[2]

/** The repository that gets the branch: the one itself, or a fork of it. */
async function homeOf(
  { repositories }: PublishDependencies,
  context: Pick<ActionContext, 'once' | 'log'>,
  ref: RepositoryRef,
  wanted: Wanted,
  options: Options,
) {
  if (!wanted.fork) return ref
  const fork = await context.once('fork', async () => {
    const found = await repositories.fork(ref, { isForced: wanted.fork === 'always' }, options)
    if (found) context.log(`The branch goes to the fork ${found.owner}/${found.repo}`)
    return found ?? null
  })
  return fork ?? ref
}

/** Where a new branch begins: in a fork, at the commit of the repository itself, since the fork may be an old one. */
async function startOf(
  { repositories }: PublishDependencies,
  ref: RepositoryRef,
  isFork: boolean,
  target: string | undefined,
  options: Options,
) {
  if (!isFork) return target
  const name = target ?? (await repositories.get(ref, options))?.defaultBranch ?? 'main'
  return (await repositories.branch(ref, name, options))?.revision
}

/** Makes a branch, a commit and a request, each once. */
export async function openRequest(dependencies: PublishDependencies, context: ActionContext<SharedInput>, wanted: Wanted) {
  const { repositories, settings } = dependencies
  const { input, hosts, signal, once, record, warn, log } = context
  const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
  const options = writeOptions(dependencies, input.token, signal)
  const changes = await changesOf(context, wanted)
  if (changes.length === 0 && !wanted.mayBeEmpty)
    throw conflictError('There is nothing to commit: the workspace has no files', { code: 'scaffolder.nothing-to-commit' })
  const home = await homeOf(dependencies, context, ref, wanted, options)
  const fork = home === ref ? undefined : home
  await once('branch', async () => {
    const existing = await repositories.branch(home, wanted.branch, options)
    if (existing && !wanted.mayUpdate && !context.isRetry)
      throw conflictError(`The branch ${wanted.branch} exists already in ${ref.repo}`, { code: 'scaffolder.branch-exists' })
    const from = await startOf(dependencies, ref, fork !== undefined, wanted.target, options)
    if (!existing) await repositories.createBranch(home, { name: wanted.branch, from }, options)
    return true
  })
  const author = input.gitAuthorName ?? settings().defaultAuthor.name
  const email = input.gitAuthorEmail ?? settings().defaultAuthor.email
  await once('commit', async () => {
    const commit = {
      branch: wanted.branch,
      message: input.commitMessage ?? input.title,
      changes,
      ...((wanted.commitAction === 'create' || wanted.commitAction === 'update') && { fileAction: wanted.commitAction }),
      ...(author !== undefined && email !== undefined && !wanted.isAnonymous && { author: { name: author, email } }),
    }
    return changes.length === 0 ? '' : (await repositories.commit(home, commit, options)).revision
  })
  const request = await once('request', async () => {
    const open =
      wanted.mayUpdate || context.isRetry ? await repositories.findChangeRequest(ref, wanted.branch, { ...options, fork }) : undefined
    if (open) return open
    const made = await repositories.openChangeRequest(
      ref,
      {
        title: input.title,
        description: wanted.description,
        source: wanted.branch,
        fork,
        target: wanted.target,
        isDraft: wanted.isDraft,
        reviewers: input.reviewers,
        teamReviewers: wanted.teamReviewers,
        assignees: wanted.assignees,
        labels: wanted.labels,
        removeSourceBranch: wanted.removeSourceBranch,
      },
      options,
    )
    await record({
      kind: 'pull-request',
      title: `${made.title} (#${made.number})`,
      address: made.url,
      undo: { ref: { ...ref }, number: made.number },
    })
    return made
  })
  for (const warning of request.warnings) warn(warning)
  log(`Opened ${request.url}`)
  return { request, ref }
}

/** Closes a request that a step opened. */
export async function closeRequest(
  { repositories }: Pick<PublishDependencies, 'repositories'>,
  undo: Readonly<Record<string, unknown>>,
  context: Pick<UndoContext, 'secrets' | 'signal'>,
): Promise<void> {
  await repositories.closeChangeRequest(undo['ref'] as RepositoryRef, Number(undo['number']), undoOptions(context))
}

/** What a request would make. */
export function planRequest({
  input,
  hosts,
}: {
  readonly input: { readonly repoUrl: string; readonly title: string }
  readonly hosts: Readonly<Record<string, string>>
}) {
  return [{ kind: 'pull-request', title: `${input.title}, in ${toRepository(input.repoUrl, hosts).repo}` }]
}
