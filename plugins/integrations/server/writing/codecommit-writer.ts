import { conflictError, inputError } from '@portico/core/common'
import { createCodeCommitApi } from '../forges/codecommit-api.ts'
import { createAwsSigning, type AwsEntry } from '../stores/aws-signing.ts'
import type { Branch, ChangeRequest, NewCommit, Repository, RepositoryRef, WriteOptions } from './repositories.ts'
import { notOffering, orUndefined, type Writer, type WriterDependencies } from './writer.ts'

interface Metadata {
  readonly repositoryId: string
  readonly repositoryName: string
  readonly defaultBranch?: string
  readonly cloneUrlHttp: string
}

interface PullRequest {
  readonly pullRequestId: string
  readonly title: string
  readonly pullRequestStatus: 'OPEN' | 'CLOSED'
  readonly pullRequestTargets: readonly {
    readonly sourceReference: string
    readonly destinationReference: string
    readonly mergeMetadata?: { readonly isMerged?: boolean }
  }[]
}

const maxOpen = 1000

/** Writes to AWS CodeCommit. It has no tokens of users: requests are signed with the keys of the config. */
export function createCodeCommitWriter({ api, settings }: WriterDependencies): Writer {
  const { host, apiBaseUrl: base = '' } = settings
  const entry = settings.entry as AwsEntry & { readonly region: string }
  const signing = createAwsSigning(entry)
  const send = createCodeCommitApi(api, base, { signing, region: entry.region })
  const origin = new URL(base).host === host ? base : `https://${host}`
  const page = (name: string) => `${origin}/codesuite/codecommit/repositories/${encodeURIComponent(name)}`

  async function call<T>(action: string, input: object, { token, signal }: WriteOptions = {}): Promise<T> {
    if (token !== undefined)
      throw inputError('AWS CodeCommit has no tokens of users: it is used with the keys of integrations', {
        code: 'integrations.no-user-tokens',
      })
    return send<T>(action, input, signal)
  }

  async function metadata(ref: RepositoryRef, options?: WriteOptions): Promise<Metadata> {
    const input = { repositoryName: ref.repo }
    return (await call<{ repositoryMetadata: Metadata }>('GetRepository', input, options)).repositoryMetadata
  }

  async function get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined> {
    const found = await orUndefined(metadata(ref, options))
    return found && toRepository(found)
  }

  function toRepository(found: Metadata): Repository {
    return {
      id: found.repositoryId,
      fullName: found.repositoryName,
      defaultBranch: found.defaultBranch,
      url: `${page(found.repositoryName)}/browse`,
      cloneUrl: found.cloneUrlHttp,
      isArchived: false,
      visibility: 'private',
    }
  }

  async function branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined> {
    const asked = call<{ branch: { commitId: string } }>('GetBranch', { repositoryName: ref.repo, branchName: name }, options)
    const found = await orUndefined(asked)
    return found && { name, revision: found.branch.commitId }
  }

  async function defaultBranch(ref: RepositoryRef, options?: WriteOptions): Promise<string> {
    return (await metadata(ref, options)).defaultBranch ?? 'main'
  }

  function toRequest(found: PullRequest, ref: RepositoryRef, warnings: readonly string[]): ChangeRequest {
    const [target] = found.pullRequestTargets
    const isMerged = target?.mergeMetadata?.isMerged ?? false
    return {
      number: Number(found.pullRequestId),
      url: `${page(ref.repo)}/pull-requests/${found.pullRequestId}`,
      state: isMerged ? 'merged' : found.pullRequestStatus === 'OPEN' ? 'open' : 'closed',
      source: nameOf(target?.sourceReference),
      target: nameOf(target?.destinationReference),
      title: found.title,
      warnings,
    }
  }

  const pullRequest = async (id: string, options?: WriteOptions) =>
    (await call<{ pullRequest: PullRequest }>('GetPullRequest', { pullRequestId: id }, options)).pullRequest

  return {
    get,
    branch,
    async create(ref, { description }, options) {
      const input = { repositoryName: ref.repo, ...(description !== undefined && { repositoryDescription: description }) }
      return toRepository((await call<{ repositoryMetadata: Metadata }>('CreateRepository', input, options)).repositoryMetadata)
    },
    async createBranch(ref, { name, from }, options) {
      if (await branch(ref, name, options))
        throw conflictError(`The branch ${name} exists already in ${ref.repo}`, { code: 'integrations.branch-exists' })
      const start = from ?? (await defaultBranch(ref, options))
      const commitId = (await branch(ref, start, options))?.revision ?? start
      await call('CreateBranch', { repositoryName: ref.repo, branchName: name, commitId }, options)
      return { name, revision: commitId }
    },
    async commit(ref, commit, options) {
      const parentCommitId = (await branch(ref, commit.branch, options))?.revision
      const input = { repositoryName: ref.repo, ...(parentCommitId !== undefined && { parentCommitId }), ...toInput(commit) }
      const { commitId } = await call<{ commitId: string }>('CreateCommit', input, options)
      return { revision: commitId, url: `${page(ref.repo)}/commit/${commitId}` }
    },
    async openChangeRequest(ref, { title, description = '', source, target, reviewers = [], assignees = [], labels = [] }, options) {
      const destinationReference = target ?? (await defaultBranch(ref, options))
      const targets = [{ repositoryName: ref.repo, sourceReference: source, destinationReference }]
      const { pullRequest: made } = await call<{ pullRequest: PullRequest }>('CreatePullRequest', { title, description, targets }, options)
      const isMore = reviewers.length + assignees.length + labels.length > 0
      return toRequest(made, ref, isMore ? ['AWS CodeCommit has no reviewers, assignees and labels: they were not set'] : [])
    },
    async changeRequest(ref, number, options) {
      const found = await orUndefined(pullRequest(String(number), options))
      return found && toRequest(found, ref, [])
    },
    async findChangeRequest(ref, source, options) {
      let nextToken: string | undefined
      for (let seen = 0; seen < maxOpen;) {
        const input = { repositoryName: ref.repo, pullRequestStatus: 'OPEN', ...(nextToken !== undefined && { nextToken }) }
        const list = await call<{ pullRequestIds: string[]; nextToken?: string }>('ListPullRequests', input, options)
        for (const id of list.pullRequestIds) {
          const found = toRequest(await pullRequest(id, options), ref, [])
          if (found.source === source) return found
        }
        seen += list.pullRequestIds.length
        nextToken = list.nextToken
        if (nextToken === undefined) return undefined
      }
      return undefined
    },
    async closeChangeRequest(_ref, number, options) {
      await call('UpdatePullRequestStatus', { pullRequestId: String(number), pullRequestStatus: 'CLOSED' }, options)
    },
    fork: notOffering('AWS CodeCommit').fork,
    async pushAccess(ref, options) {
      const { cloneUrlHttp: cloneUrl } = await metadata(ref, options)
      const login = await signing.gitLogin(new URL(cloneUrl), entry.region)
      if (!login) throw inputError(`There are no credentials for ${host} in integrations`, { code: 'integrations.no-credentials' })
      return { cloneUrl, ...login }
    },
  }
}

function toInput({ branch, message, changes, author }: NewCommit): object {
  const written = changes.flatMap(({ path, bytes, isExecutable = false }) => {
    const fileMode = isExecutable ? 'EXECUTABLE' : 'NORMAL'
    return bytes === undefined ? [] : [{ filePath: path, fileMode, fileContent: Buffer.from(bytes).toString('base64') }]
  })
  const deleted = changes.flatMap(({ path, bytes }) => (bytes === undefined ? [{ filePath: path }] : []))
  return {
    branchName: branch,
    commitMessage: message,
    ...(author && { authorName: author.name, email: author.email }),
    ...(written.length > 0 && { putFiles: written }),
    ...(deleted.length > 0 && { deleteFiles: deleted }),
  }
}

function nameOf(reference = ''): string {
  return reference.replace(/^refs\/heads\//, '')
}
