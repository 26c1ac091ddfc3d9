import { conflictError } from '@portico/core/common'
import type { FileChange } from '@portico/integrations/server'
import path from 'node:path'
import { z } from 'zod'
import type { ActionContext } from '../actions/action.ts'
import { sourceFolder } from './pushed-files.ts'
import { toRepository, writeOptions, type PublishDependencies } from './publishing.ts'

/** The inputs that all pull and merge requests share. */
export const requestInputs = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…'),
  title: z.string().min(1),
  sourcePath: z.string().optional(),
  targetPath: z.string().optional().describe('Where in the repository the files go'),
  commitMessage: z.string().optional(),
  gitAuthorName: z.string().optional(),
  gitAuthorEmail: z.string().optional(),
  reviewers: z.array(z.string()).optional(),
  token: z.string().optional(),
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
}

/** The files of the workspace as changes of a repository. */
export async function changesOf(
  { input, workspace }: Pick<ActionContext<Pick<SharedInput, 'sourcePath' | 'targetPath'>>, 'input' | 'workspace'>,
  filesToDelete: readonly string[] = [],
): Promise<FileChange[]> {
  const folder = sourceFolder(input.sourcePath)
  const files = (await workspace.list(folder)).filter(({ link, path: name }) => link === undefined && !name.split('/').includes('.git'))
  const placed = (name: string) => path.posix.join(input.targetPath ?? '', path.posix.relative(folder === '.' ? '' : folder, name))
  const written = await Promise.all(
    files.map(async ({ path: name, isExecutable }) => ({ path: placed(name), bytes: await workspace.read(name), isExecutable })),
  )
  return [...written, ...filesToDelete.map(name => ({ path: path.posix.join(input.targetPath ?? '', name) }))]
}

/** Makes a branch, a commit and a request, each once. */
export async function openRequest(dependencies: PublishDependencies, context: ActionContext<SharedInput>, wanted: Wanted) {
  const { repositories, settings } = dependencies
  const { input, hosts, signal, once, record, warn, log } = context
  const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
  const options = writeOptions(dependencies, input.token, signal)
  const changes = await changesOf(context, wanted.filesToDelete)
  if (changes.length === 0 && !wanted.mayBeEmpty)
    throw conflictError('There is nothing to commit: the workspace has no files', { code: 'scaffolder.nothing-to-commit' })
  await once('branch', async () => {
    const existing = await repositories.branch(ref, wanted.branch, options)
    if (existing && !wanted.mayUpdate && !context.isRetry)
      throw conflictError(`The branch ${wanted.branch} exists already in ${ref.repo}`, { code: 'scaffolder.branch-exists' })
    if (!existing) await repositories.createBranch(ref, { name: wanted.branch, from: wanted.target }, options)
    return true
  })
  const author = input.gitAuthorName ?? settings().defaultAuthor.name
  const email = input.gitAuthorEmail ?? settings().defaultAuthor.email
  await once('commit', async () => {
    const commit = {
      branch: wanted.branch,
      message: input.commitMessage ?? input.title,
      changes,
      ...(author !== undefined && email !== undefined && { author: { name: author, email } }),
    }
    return changes.length === 0 ? '' : (await repositories.commit(ref, commit, options)).revision
  })
  const request = await once('request', async () => {
    const open = wanted.mayUpdate || context.isRetry ? await repositories.findChangeRequest(ref, wanted.branch, options) : undefined
    if (open) return open
    const made = await repositories.openChangeRequest(
      ref,
      {
        title: input.title,
        description: wanted.description,
        source: wanted.branch,
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
